import { CircleCheck, CircleMinus, CircleX, Plug, type LucideIcon } from 'lucide-react'
import { testConnection } from '#contract/mail/email-delivery/endpoints.ts'
import type { connectionSteps, ConnectionTest, DeliveryReport } from '#contract/mail/email-delivery/shapes.ts'
import { formatNumber } from '#client/platform/lib/format.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { useState, type ReactNode } from 'react'

/** Renders the mail server and tests the connection to it. */
export const ConnectionSection = ({ report }: { report: DeliveryReport }) => {
  const { send, isSending } = useSend(testConnection)
  const [test, setTest] = useState<ConnectionTest | null>(null)
  const run = async () => {
    setTest(null)
    // failures appear in a toast
    const sent = await send({}).catch(() => null)
    if (sent) setTest(sent.reply)
  }
  return (
    <section aria-labelledby="mail-server" className="mb-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 id="mail-server" className="text-section font-semibold">
          Mail server
        </h2>
        {report.mail_server && (
          <Button icon={Plug} busy={isSending} onClick={() => void run()}>
            Test connection
          </Button>
        )}
      </div>
      <dl className="divide-y divide-line rounded-card shadow-line">
        <ServerFacts server={report.mail_server} />
        <SendingFacts report={report} />
      </dl>
      <div aria-live="polite">{test && <Result test={test} />}</div>
    </section>
  )
}

const ServerFacts = ({ server }: { server: DeliveryReport['mail_server'] }) =>
  server ? (
    <>
      <Fact label="Server">{`${server.host}, port ${server.port}`}</Fact>
      <Fact label="Encryption">{server.is_tls ? 'TLS from the start' : 'TLS if the server offers it'}</Fact>
      <Fact label="Login">{server.has_login ? 'Username and password' : 'None'}</Fact>
    </>
  ) : (
    <Fact label="Server">None: emails stay in the mailbox</Fact>
  )

const SendingFacts = ({
  report: { sender, signature, rate, receives_events: isTold },
}: {
  report: DeliveryReport
}) => (
  <>
    <Fact label="Sender address">{sender ?? 'None'}</Fact>
    <Fact label="Signature">
      {signature
        ? `DKIM, ${signature.selector} of ${signature.domain}`
        : 'None from Shipmate. Your mail server may sign emails.'}
    </Fact>
    <Fact label="Sending limit">{`${formatNumber(rate)} emails per second`}</Fact>
    <Fact label="Bounce reports">
      {isTold ? 'Received' : 'Not set up: Shipmate can’t tell when an email bounces'}
    </Fact>
  </>
)

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex flex-wrap gap-x-4 px-3 py-2">
    <dt className="w-32 shrink-0 text-ink-2">{label}</dt>
    <dd className="min-w-0 flex-1 basis-48 break-words">{children}</dd>
  </div>
)

type Step = ConnectionTest['steps'][number]

const stepWords: Record<(typeof connectionSteps)[number], Record<Step['outcome'], string>> = {
  connect: { ok: 'Connected', failed: 'Couldn’t connect', skipped: 'Not connected' },
  tls: { ok: 'Encrypted with TLS', failed: 'Encryption failed', skipped: 'Not encrypted' },
  login: { ok: 'Signed in', failed: 'Couldn’t sign in', skipped: 'Not signed in' },
}

const looks: Record<Step['outcome'], { icon: LucideIcon; className: string }> = {
  ok: { icon: CircleCheck, className: 'text-success-glyph' },
  failed: { icon: CircleX, className: 'text-danger-glyph' },
  skipped: { icon: CircleMinus, className: 'text-neutral-glyph' },
}

const Result = ({ test }: { test: ConnectionTest }) => (
  <div className="mt-3 rounded-card bg-sunken px-3 py-2.5">
    <p className="font-medium">
      {test.is_ok
        ? `The mail server responds (${formatNumber(test.milliseconds)} ms)`
        : 'The mail server can’t be used'}
    </p>
    <ul className="mt-1.5 flex flex-col gap-1">
      {test.steps.map(({ step, outcome, words }) => {
        const { icon: Icon, className } = looks[outcome]
        return (
          <li key={step} className="flex items-start gap-2">
            <Icon size={16} aria-hidden className={cx('mt-0.5 shrink-0', className)} />
            <span className="min-w-0 break-words">
              {stepWords[step][outcome]}
              {words !== null && <span className="block text-label text-ink-2">{words}</span>}
            </span>
          </li>
        )
      })}
    </ul>
  </div>
)
