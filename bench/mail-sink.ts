/** A mail server that accepts every email and keeps none, in a separate process. Prints `ready` when it listens. */
import { SMTPServer } from 'smtp-server'

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  logger: false,
  onData: (stream, _session, done) => {
    stream.resume()
    stream.once('end', () => done())
  },
})
server.on('error', () => undefined)
server.listen(Number(process.env['PORT']), '127.0.0.1', () => process.stdout.write('ready\n'))
