// A real SMTP server for the tests of emails. Prints its port, then one line of JSON for each accepted email.
// Arguments: --not-yet N (the first N emails are refused temporarily), --never (all are refused permanently).
import { SMTPServer } from "smtp-server";

const at = process.argv.indexOf("--not-yet");
let notYet = at < 0 ? 0 : Number(process.argv[at + 1]);
const never = process.argv.includes("--never");

const server = new SMTPServer({
  authOptional: true,
  allowInsecureAuth: true,
  disabledCommands: ["STARTTLS"],
  logger: false,
  onAuth(auth, _session, done) {
    done(null, { user: auth.username });
  },
  onRcptTo(_address, _session, done) {
    if (never) {
      return done(Object.assign(new Error("no such mailbox"), { responseCode: 550 }));
    }
    if (notYet > 0) {
      notYet -= 1;
      return done(Object.assign(new Error("try again later"), { responseCode: 451 }));
    }
    done();
  },
  onData(stream, session, done) {
    const chunks = [];
    stream.on("data", (chunk) => chunks.push(chunk));
    stream.on("end", () => {
      const { mailFrom, rcptTo } = session.envelope;
      const email = {
        from: mailFrom.address,
        hello: session.hostNameAppearsAs,
        to: rcptTo.map((one) => one.address),
        data: Buffer.concat(chunks).toString("utf8"),
      };
      process.stdout.write(`${JSON.stringify(email)}\n`);
      done();
    });
  },
});
server.on("error", () => {});
server.listen(0, "127.0.0.1", () => process.stdout.write(`${server.server.address().port}\n`));
// Exits when the parent process ends, which closes the standard input.
process.stdin.resume().on("end", () => process.exit(0));
