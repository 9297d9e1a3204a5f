import { useEffect, useState } from 'preact/hooks';
import { del, get, post, TOKEN_WANTED } from '../api/client';
import type { Session } from '../api/types';
import { Field, Form, type Values } from '../ui/form';
import { Page } from '../ui/page';

const PATH = '/api/session';

/** Assumed when the session cannot be read: each request is then permitted or refused by the server. */
const unknown: Session = { asked: false, scope: 'admin' };

/** The permissions of this browser, read again when the server rejects the stored token. */
export function useSession(): [Session | undefined, (session: Session) => void] {
  const [session, setSession] = useState<Session>();
  useEffect(() => {
    const ask = () => void get(PATH).then(setSession, () => setSession(unknown));
    ask();
    addEventListener(TOKEN_WANTED, ask);
    return () => removeEventListener(TOKEN_WANTED, ask);
  }, []);
  return [session, setSession];
}

interface AskTokenProps {
  given: (session: Session) => void;
  /** Whether the browser has a token that the server does not know. */
  unknown: boolean;
}

/** Asks for a token instead of showing a page. The server stores it in an HttpOnly cookie. */
export function AskToken({ given, unknown }: AskTokenProps) {
  const send = async (v: Values) => given(await post(PATH, {}, { token: v.text('token') }));
  return (
    <Page title="This server requires a token">
      {unknown && <p>The server does not know this browser's token.</p>}
      <p>Ask the server's operator for one. Your browser keeps it until you close it.</p>
      <Form submit="Continue" needs="" send={send}>
        {(wrong) => (
          <Field label="Token" error={wrong.token}>
            {(a) => <input {...a} name="token" type="password" required autocomplete="current-password" />}
          </Field>
        )}
      </Form>
    </Page>
  );
}

const MAY: Record<Exclude<Session['scope'], ''>, string> = {
  read: 'Read access to everything.',
  upload: 'Read access to everything; upload bots, and play matches between registered ones.',
  play: 'Read access to everything; upload bots, play, and save what is then yours.',
  admin: 'Full access.',
};

interface ScopeProps {
  of: keyof typeof MAY;
  forgotten: (session: Session) => void;
}

/** The scope of the token, and a button that forgets the token. */
export function Scope({ of, forgotten }: ScopeProps) {
  const forget = () => void del(PATH, {}).then(() => get(PATH).then(forgotten));
  const other = () => forgotten({ asked: true, scope: '' });
  return (
    <span class="scope">
      <span title={MAY[of]}>scope: {of}</span>
      {of !== 'admin' && (
        <button type="button" onClick={other}>
          Use another token
        </button>
      )}
      <button type="button" onClick={forget}>
        Forget token
      </button>
    </span>
  );
}
