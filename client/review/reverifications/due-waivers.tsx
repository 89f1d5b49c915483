import { Link } from '@tanstack/react-router'
import { CircleCheck, Play } from 'lucide-react'
import { useState } from 'react'
import { reverifyReasonLabels, reverifyReasons } from '#contract/review/reverifications/choices.ts'
import { getLatestReverification, reverifyPeriod } from '#contract/review/reverifications/endpoints.ts'
import type { ReverificationPreview } from '#contract/review/reverifications/shapes.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { usePreview } from '#client/platform/common/use-preview.ts'
import type { ApiError } from '#client/platform/lib/api-error.ts'
import { call } from '#client/platform/lib/call.ts'
import { formatCount, formatMoney, formatNumber } from '#client/platform/lib/format.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { CardTable, Cell, HeadCell } from '#client/platform/ui/text/plain-table.tsx'
import { askOf, isWhole, ScopeChoice, usualScope, type ChosenScope } from './scope-choice.tsx'

/** The school and the policy year of the URL. */
interface Place {
  readonly school: string
  readonly period: string
}

/** Returns '$12.40' for 1240. */
export const centsText = (cents: number): string => formatMoney((cents / 100).toFixed(2))

/** Renders who is due and why, what a reverification costs and changes, and the button that starts it. */
export const DueWaivers = ({ place }: { place: Place }) => {
  const [whom, setWhom] = useState(usualScope)
  return (
    <section aria-labelledby="due">
      <h2 id="due" className="mb-3 text-section font-semibold">
        Waivers to reverify
      </h2>
      <ScopeChoice scope={whom} onChange={setWhom} />
      {askOf(whom) !== null && <Preview place={place} whom={whom} />}
    </section>
  )
}

/** Milliseconds to wait while someone types a date. */
const typing = 250

const useStart = (place: Place, whom: ChosenScope) => {
  // another key loads the counts again
  const [reloads, setReloads] = useState(0)
  const ask = { period_id: Number(place.period), ...askOf(whom) }
  const { send, isSending } = useSend(reverifyPeriod, { refreshes: [getLatestReverification], quiet: true })
  const { preview, error, apply } = usePreview<ReverificationPreview>({
    key: JSON.stringify([ask, reloads]),
    wait: whom.dueBy === null ? 0 : typing,
    read: async (signal) => {
      const reply = await call(reverifyPeriod, { body: { ...ask, dry_run: true } }, { signal })
      return 'count' in reply ? reply : null
    },
    readIn: () => null,
  })
  const start = (): void => {
    void apply((shown) => send({ body: { ...ask, expected: { count: shown.count } } }))
  }
  return { preview, error, start, isStarting: isSending, reload: () => setReloads(reloads + 1) }
}

const Preview = ({ place, whom }: { place: Place; whom: ChosenScope }) => {
  const { preview, error, start, isStarting, reload } = useStart(place, whom)
  return (
    <Loaded
      of={{ data: preview ?? undefined, error, refetch: reload }}
      compact
      what="The waivers to reverify"
      who="Only Shipmate Admins can reverify waivers."
      rows={4}
      label="Loading waivers to reverify"
    >
      {(shown) => (
        <div className="flex flex-col gap-4">
          {error && <Outdated error={error} onReload={reload} />}
          {shown.count === 0 ? (
            <NoWaivers whom={whom} />
          ) : (
            <>
              <Reasons preview={shown} />
              <Start preview={shown} place={place} whom={whom} isStarting={isStarting} onStart={start} />
            </>
          )}
        </div>
      )}
    </Loaded>
  )
}

const Outdated = ({ error, onReload }: { error: ApiError; onReload: () => void }) => (
  <Banner
    tone="danger"
    actions={
      <Button size="sm" onClick={onReload}>
        Update counts
      </Button>
    }
  >
    {error.message}
  </Banner>
)

/** Renders that there’s nothing to reverify, and what would be. */
const NoWaivers = ({ whom }: { whom: ChosenScope }) => {
  if (!isWhole(whom))
    return (
      <EmptyState compact icon={CircleCheck} title="No matching waivers">
        Choose other coverage types, sources of coverage or another insurance company.
      </EmptyState>
    )
  return whom.onlyDue ? (
    <EmptyState compact icon={CircleCheck} title="No waivers are due">
      Waivers appear here when they’re due for reverification.
    </EmptyState>
  ) : (
    <EmptyState compact icon={CircleCheck} title="No waivers to reverify">
      Waivers appear here when they’re approved.
    </EmptyState>
  )
}

const Reasons = ({ preview }: { preview: ReverificationPreview }) => (
  <CardTable
    label="Waivers by reason"
    head={
      <>
        <HeadCell>Reason</HeadCell>
        <HeadCell align="end">Coverage types</HeadCell>
      </>
    }
  >
    {reverifyReasons.map((reason) => {
      const quantity = preview.by_reason[reason] ?? 0
      return quantity === 0 ? null : (
        <tr key={reason}>
          <Cell>{reverifyReasonLabels[reason]}</Cell>
          <Cell align="end">{formatNumber(quantity)}</Cell>
        </tr>
      )
    })}
  </CardTable>
)

/** Returns whether the list has a view of exactly the students that a scope takes. */
const isUsual = (whom: ChosenScope): boolean =>
  isWhole(whom) && whom.onlyDue && !whom.withEnded && whom.dueBy === null

interface StartProps {
  preview: ReverificationPreview
  place: Place
  whom: ChosenScope
  isStarting: boolean
  onStart: () => void
}

const Start = ({ preview, place: { school, period }, whom, isStarting, onStart }: StartProps) => (
  <>
    <ul className="flex list-disc flex-col gap-1 pl-5 text-ink-2">
      {effectsOf(preview).map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
    {preview.provider === null && (
      <Banner tone="warning">
        This school doesn’t have a clearinghouse yet. Choose one in School settings.
      </Banner>
    )}
    <div className="flex flex-wrap items-center gap-3">
      <Button
        variant="primary"
        icon={Play}
        busy={isStarting}
        disabled={preview.provider === null}
        onClick={onStart}
      >
        {`Reverify ${formatCount(preview.students, 'student')}`}
      </Button>
      {isUsual(whom) && (
        <Link
          to="/schools/$school/period/$period"
          params={{ school, period }}
          search={{ view: 'reverify_due' }}
          className="text-accent-text"
        >
          Show the students
        </Link>
      )}
    </div>
  </>
)

/** Returns what starting it checks, costs and changes, one sentence each. */
const effectsOf = (preview: ReverificationPreview): string[] => {
  const { count, students, left_cents: left, status_changes: changes } = preview
  return [
    `Shipmate checks ${formatCount(count, 'coverage type')} of ${formatCount(students, 'student')} with the insurance companies.`,
    costText(preview),
    ...(left === null
      ? []
      : [
          `${centsText(left)} of the school’s limit is left this month. The reverification pauses at the limit.`,
        ]),
    changes === 0
      ? 'No status changes until a result arrives.'
      : `${formatCount(changes, 'waiver changes', 'waivers change')} from Waived to Waived – Needs Reverification until the result arrives.`,
    ...resultTexts(preview),
  ]
}

/** Returns what the results change. Those of waivers that are unable to process or aged out change no status. */
const resultTexts = ({
  by_reason: { unable_to_process: unable = 0, aged_out: agedOut = 0 },
}: ReverificationPreview) => [
  'If coverage is active, the waiver stays approved. If it’s inactive, the status changes to Waiver – Inactive Coverage.',
  'Other results don’t change the status. If information is still missing after several attempts, it changes to Waiver – Unable to Process.',
  ...(unable + agedOut === 0
    ? []
    : [
        'Waivers that are Unable to Process or Aged Out keep their status. Decide them when the result arrives.',
      ]),
]

const costText = ({ provider, cost_cents: cost }: ReverificationPreview): string => {
  if (provider === 'simulator') return 'Results are simulated. There’s no cost.'
  return cost === 0
    ? 'The checks cost nothing.'
    : `The checks cost about ${centsText(cost)}. If a student isn’t found, Shipmate sends more inquiries, which cost extra.`
}
