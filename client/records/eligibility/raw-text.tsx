import { useState } from 'react'
import { getRawEligibilityReport } from '#contract/review/verifications/endpoints.ts'
import type { RawRequest } from '#contract/review/verifications/shapes.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { useAsk } from '#client/platform/lib/query.ts'
import { Disclosure } from '#client/platform/ui/text/disclosure.tsx'

/** Renders what a check sent and received. It loads, and the view is recorded, only when someone opens it. */
export const RawText = ({ check }: { check: number }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure
      onToggle={setOpen}
      summary={
        <span className="text-label text-ink-3">
          <span className="font-medium text-ink-2">Raw text</span> · Opening it is recorded in the access log
        </span>
      }
    >
      {isOpen && (
        <div className="mt-1 mb-2 ml-8 pr-2">
          <Exchanges check={check} />
        </div>
      )}
    </Disclosure>
  )
}

const Exchanges = ({ check }: { check: number }) => {
  // what was exchanged never changes: one view is one entry in the access log
  const exchanges = useAsk(
    getRawEligibilityReport,
    { params: { id: check } },
    { staleTime: Number.POSITIVE_INFINITY },
  )
  return (
    <Loaded
      of={exchanges}
      compact
      what="The raw text"
      who="Only Shipmate Admins can read it."
      rows={2}
      label="Loading the raw text"
    >
      {(data) => (
        <div className="flex flex-col gap-3">
          {data.map((request) => (
            <Exchange key={request.number} request={request} many={data.length} />
          ))}
        </div>
      )}
    </Loaded>
  )
}

const Exchange = ({ request, many }: { request: RawRequest; many: number }) => {
  const which = many > 1 ? `, attempt ${request.number}` : ''
  return (
    <>
      <Text label={`Sent${which}`} text={request.sent} />
      <Text label={`Received${which}`} text={request.received} />
    </>
  )
}

/** X12 has no line breaks: each segment gets its own line. */
const inLines = (text: string): string => (text.includes('\n') ? text : text.replaceAll('~', '~\n').trimEnd())

const Text = ({ label, text }: { label: string; text: string | null }) => (
  <figure>
    <figcaption className="mb-1 text-label text-ink-2">{label}</figcaption>
    {text === null ? (
      <p className="text-ink-3">Nothing.</p>
    ) : (
      <pre className="max-h-72 overflow-auto rounded-control bg-canvas px-3 py-2 font-mono text-meta break-all whitespace-pre-wrap">
        {inLines(text)}
      </pre>
    )}
  </figure>
)
