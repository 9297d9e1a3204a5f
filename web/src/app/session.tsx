import { useEffect, useState } from 'preact/hooks';
import { del, get, post, TOKEN_WANTED } from '../api/client';
import type { Session } from '../api/types';
import { Field, Form, type Values } from '../ui/form';
import { Page } from '../ui/page';

const PATH = '/api/session';

/** Who cannot say what is allowed is left to say so page by page. */
const unknown: Session = { asked: false, scope: 'admin' };

/** What the server allows this browser. It is asked again when the server refuses the token that was kept. */
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

/** Asks for a token in the place of a page. The server puts it into a cookie, which no page can read. */
export function AskToken({ given }: { given: (session: Session) => void }) {
  const send = async (v: Values) => given(await post(PATH, {}, { token: v.text('token') }));
  return (
    <Page title="This server asks for a token">
      <p>
        Whoever runs it has given you one, or can: see <code>arbiter serve --token-file</code>. Your browser
        keeps it until it is closed.
      </p>
      <Form submit="Go on" send={send}>
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
  read: 'You may read everything.',
  play: 'You may read everything, register bots and play.',
  admin: 'You may do everything.',
};

interface ScopeProps {
  of: keyof typeof MAY;
  forgotten: (session: Session) => void;
}

/** What the token allows, and a button that forgets it. */
export function Scope({ of, forgotten }: ScopeProps) {
  const forget = () => void del(PATH, {}).then(() => get(PATH).then(forgotten));
  return (
    <span class="scope">
      <span title={MAY[of]}>may {of}</span>
      <button type="button" onClick={forget}>
        forget token
      </button>
    </span>
  );
}
