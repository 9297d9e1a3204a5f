// Node loads this file before the bot that `arbiter debug` starts. SIGUSR2 waits
// for a debugger at the port and stops there.
const inspector = require('inspector');
const fs = require('fs');

process.on('SIGUSR2', () => {
  inspector.open(Number(process.env.ARBITER_INSPECT), '127.0.0.1', true);
  debugger; // the bot goes on from here: set breakpoints, then cont
});
fs.writeFileSync(process.env.ARBITER_READY, String(process.pid));
