import { render } from 'preact';
import { App } from './app/app';
import { followLinks } from './lib/router';
import './style/tokens.css';
import './style/base.css';

document.addEventListener('click', followLinks);
render(<App />, document.getElementById('app')!);
