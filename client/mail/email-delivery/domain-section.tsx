import { CircleAlert, CircleCheck, CircleHelp, CircleX, TriangleAlert, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { checkSenderDomain } from '#contract/mail/email-delivery/endpoints.ts'
import { dkimSelector, type DeliveryReport, type DomainCheck } from '#contract/mail/email-delivery/shapes.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { useSettled } from '#client/platform/lib/use-settled.ts'
import { Field } from '#client/platform/ui/controls/field.tsx'
import { TextInput } from '#client/platform/ui/controls/text-input.tsx'
import { Skeleton } from '#client/platform/ui/states/skeleton.tsx'
import { Pill, type Tone } from '#client/platform/ui/text/badge.tsx'
import { Disclosure } from '#client/platform/ui/text/disclosure.tsx'

const useDomain = (selector: string | null, enabled: boolean) =>
  useAsk(
    checkSenderDomain,
    { query: selector === null ? {} : { selector } },
    { enabled, keepPrevious: true, staleTime: 60_000 },
  )

/** Renders how the sender’s domain is protected, as DNS says. */
export const DomainSection = ({ sender, signature }: Pick<DeliveryReport, 'sender' | 'signature'>) => {
  const [selector, setSelector] = useState(signature?.selector ?? '')
  const settled = useSettled(selector.trim(), 600)
  const isSelector = dkimSelector.safeParse(settled).success
  const { data, error } = useDomain(isSelector ? settled : null, sender !== null)
  return (
    <section aria-labelledby="sender-domain" className="mb-8">
      <h2 id="sender-domain" className="text-section font-semibold">
        Sender domain
      </h2>
      <p className="mt-0.5 mb-3 text-ink-2">
        {sender === null
          ? 'There is no sender address yet. Set EMAIL_FROM together with SMTP_URL.'
          : 'Other mail servers look these records up in DNS to tell your emails from forged ones.'}
      </p>
      {sender !== null && (
        <>
          <Field
            label="DKIM selector"
            hint="The part before ._domainkey in the record from your email provider."
            error={settled !== '' && !isSelector ? 'Use only letters, digits, dots and hyphens.' : undefined}
            className="mb-3 max-w-64"
          >
            <TextInput
              value={selector}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setSelector(event.target.value)}
            />
          </Field>
          <Records data={data} error={error} />
        </>
      )}
    </section>
  )
}

const Records = ({ data, error }: Pick<ReturnType<typeof useDomain>, 'data' | 'error'>) => {
  if (data)
    return (
      <ul aria-label="Records" className="divide-y divide-line rounded-card shadow-line">
        {data.checks.map((check) => (
          <Check key={check.name} check={check} />
        ))}
      </ul>
    )
  if (error) return <p role="alert">{error.message}</p>
  return (
    <div aria-busy="true">
      <output className="sr-only">Looking up the sender domain</output>
      <Skeleton className="h-32" />
    </div>
  )
}

const names: Record<DomainCheck['name'], { title: string; what: string }> = {
  spf: { title: 'SPF', what: 'which mail servers can send your emails' },
  dkim: { title: 'DKIM', what: 'the key that signs your emails' },
  dmarc: { title: 'DMARC', what: 'what happens to forged emails' },
}

const looks: Record<DomainCheck['outcome'], { label: string; tone: Tone; icon: LucideIcon }> = {
  ok: { label: 'Good', tone: 'success', icon: CircleCheck },
  weak: { label: 'Needs improvement', tone: 'warning', icon: TriangleAlert },
  wrong: { label: 'Doesn’t work', tone: 'danger', icon: CircleX },
  missing: { label: 'Missing', tone: 'danger', icon: CircleAlert },
  unknown: { label: 'Not checked', tone: 'neutral', icon: CircleHelp },
}

const Check = ({ check }: { check: DomainCheck }) => {
  const { title, what } = names[check.name]
  const { label, tone, icon } = looks[check.outcome]
  return (
    <li className="px-3 py-2.5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="font-semibold">{title}</strong>
        <span className="text-label text-ink-2">{what}</span>
        <Pill
          tone={tone}
          icon={icon}
          quiet={check.outcome === 'ok' || check.outcome === 'unknown'}
          className="ml-auto"
        >
          {label}
        </Pill>
      </p>
      <p className="mt-1">{check.words}</p>
      {check.record !== null && (
        <Disclosure
          summary={<span className="text-label font-medium text-ink-2">Record at {check.host}</span>}
          className="mt-1 -ml-2"
        >
          <code className="mt-1 ml-2 block rounded-control bg-canvas px-3 py-2 text-label break-all">
            {check.record}
          </code>
        </Disclosure>
      )}
      {check.record === null && check.host !== null && (
        <p className="mt-0.5 text-label break-all text-ink-3">Looked up {check.host}</p>
      )}
    </li>
  )
}
