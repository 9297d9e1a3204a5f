/** What the pages use of a WebSocket; tests provide a fake. */
export type Socket = Pick<WebSocket, 'readyState' | 'close' | 'onopen' | 'onmessage' | 'onclose'>;

const CONNECTING = 0; // WebSocket.CONNECTING

/** Ends a connection of which nothing more is wanted. Browsers warn of one that is closed before it is open, so that is waited for. */
export function hangUp(socket: Socket): void {
  socket.onopen = socket.onmessage = socket.onclose = null;
  if (socket.readyState === CONNECTING) socket.onopen = () => socket.close();
  else socket.close();
}
