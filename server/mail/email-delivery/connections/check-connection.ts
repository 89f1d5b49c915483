import type { NodemailerError } from 'nodemailer'
import type { ConnectionTest } from '#contract/mail/email-delivery/shapes.ts'
import { connectionOptions, wordsOf } from './smtp.ts'

/** Milliseconds: staff are waiting. */
const shortPatience = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 5000 }

type Step = ConnectionTest['steps'][number]

const ok = (step: Step['step']): Step => ({ step, outcome: 'ok', words: null })
const skipped = (step: Step['step'], words: string | null = null): Step => ({
  step,
  outcome: 'skipped',
  words,
})
const failed = (step: Step['step'], error: NodemailerError): Step => ({
  step,
  outcome: 'failed',
  words: wordsOf(error),
})

/** Returns the error of a step, null if it worked. */
const attempt = (
  run: (done: (error?: NodemailerError | null) => void) => void,
): Promise<NodemailerError | null> =>
  new Promise((resolve) => {
    run((error) => resolve(error ?? null))
  })

const tlsStep = (isSecure: boolean): Step =>
  isSecure
    ? ok('tls')
    : skipped('tls', 'The mail server doesn’t offer TLS, so emails aren’t encrypted on the way.')

/** Runs the steps one after another until one fails. Nothing is sent. */
const runSteps = async (url: URL): Promise<Step[]> => {
  const { default: SmtpConnection } = await import('nodemailer/lib/smtp-connection')
  const connection = new SmtpConnection({ ...connectionOptions(url), ...shortPatience })
  try {
    const refused = await attempt((done) => {
      connection.once('error', done)
      connection.connect(done)
    })
    connection.on('error', () => undefined)
    if (refused?.code === 'ETLS') return [ok('connect'), failed('tls', refused), skipped('login')]
    if (refused) return [failed('connect', refused), skipped('tls'), skipped('login')]
    const before = [ok('connect'), tlsStep(connection.secure)]
    if (url.username === '') return [...before, skipped('login', 'No login is set up.')]
    const credentials = { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
    const wrong = await attempt((done) => connection.login({ credentials }, done))
    return [...before, wrong ? failed('login', wrong) : ok('login')]
  } finally {
    connection.close()
  }
}

/** The result without a mail server. */
export const noMailServer: ConnectionTest = {
  is_ok: false,
  steps: [skipped('connect', 'No mail server is set up.'), skipped('tls'), skipped('login')],
  milliseconds: 0,
}

/** Connects and signs in to the mail server without sending anything. Takes at most about 15 seconds. */
export const checkConnection = async (smtpUrl: string): Promise<ConnectionTest> => {
  const startedAt = performance.now()
  const steps = await runSteps(new URL(smtpUrl))
  return {
    is_ok: steps.every(({ outcome }) => outcome !== 'failed'),
    steps,
    milliseconds: Math.round(performance.now() - startedAt),
  }
}
