import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { coverageLabels } from '#contract/platform/coverage/choices.ts'
import { day } from '#contract/platform/fields.ts'
import { previewDependents } from '#contract/records/student-periods/endpoints.ts'
import type {
  DependentChange,
  DependentsPreview,
  StudentPeriod,
  StudentPeriodChange,
} from '#contract/records/student-periods/shapes.ts'
import {
  qualifyingEventLabels,
  type QualifyingEvent,
} from '#contract/setup/period-documents/insurance-configuration.ts'
import { usePreview } from '#client/platform/common/use-preview.ts'
import { CoveragePill } from '#client/platform/coverage/coverage-pill.tsx'
import { FieldChange } from '#client/platform/history/field-change.tsx'
import { formatDay } from '#client/platform/lib/format.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { Banner } from '#client/platform/ui/states/banner.tsx'

/** The form values that say from when other dependents count. */
export interface StartValues {
  dependents_effective_on: string
  qualifying_event: QualifyingEvent | null
  event_on: string
}

export const noStart: StartValues = { dependents_effective_on: '', qualifying_event: null, event_on: '' }

/** What a save sends about the start of other dependents. */
export type Start = Pick<StudentPeriodChange, keyof StartValues>

/** The parts of a dependent that tiers depend on. */
type Covered = Pick<DependentChange, 'type' | 'covers'> & { readonly id?: number | undefined }

interface DependentEffectsProps {
  record: StudentPeriod
  /** The dependents after the change; null while one isn’t complete. */
  dependents: readonly Covered[] | null
}

const f = fieldsOf<StartValues>()

/**
 * Renders the tiers and premiums that other dependents change, with the fields for the day and the life event, inside of
 * a form with `StartValues`.
 */
export const DependentEffects = ({ record, dependents }: DependentEffectsProps) => {
  const { preview: current, error } = useDependentsPreview(record, dependents)
  // the fields stay while a new preview loads: someone is typing in them
  const [preview, setPreview] = useState(current)
  if (current && current !== preview) setPreview(current)
  const failure = error && <Banner tone="danger">{error.message}</Banner>
  if (!preview || !dependents || !hasEffects(preview)) return failure
  return (
    <section
      aria-label="Tier and premium"
      aria-busy={current === null}
      className="mt-5 border-t border-line pt-4"
    >
      {failure}
      <ul aria-live="polite" className="mb-4 divide-y divide-line rounded-card shadow-line empty:hidden">
        {preview.lines.map((line) => (
          <TierChange key={line.coverage} line={line} />
        ))}
      </ul>
      <StartFields preview={preview} />
    </section>
  )
}

const hasEffects = ({ lines, life_event }: DependentsPreview): boolean =>
  lines.length > 0 || life_event !== 'not_asked'

const StartFields = ({ preview }: { preview: DependentsPreview }) => {
  const isAsked = preview.life_event !== 'not_asked'
  const hint = isAsked
    ? 'If you leave it empty, it counts from the life event, or from today without one.'
    : 'If you leave it empty, it counts from today.'
  return (
    <div className="grid grid-cols-6 items-start gap-x-3 gap-y-4">
      {isAsked && <LifeEventFields preview={preview} />}
      {preview.lines.length > 0 && (
        <f.Date name="dependents_effective_on" label="Counts from" hint={hint} width="pair" />
      )}
    </div>
  )
}

const LifeEventFields = ({ preview: { life_event, life_events } }: { preview: DependentsPreview }) => (
  <>
    <f.Select
      name="qualifying_event"
      label="Qualifying life event"
      required={life_event === 'required'}
      emptyLabel="No life event"
      hint="Enrollment has closed."
      width="pair"
      options={life_events.map((event) => ({ value: event, label: qualifyingEventLabels[event] }))}
    />
    <f.Date name="event_on" label="Date of the event" required={life_event === 'required'} width="pair" />
  </>
)

const TierChange = ({ line }: { line: DependentsPreview['lines'][number] }) => (
  <li className="flex flex-col gap-0.5 px-3 py-2">
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="font-medium">{coverageLabels[line.coverage]}</span>
      <CoveragePill status={line.from} short />
      <ArrowRight size={14} aria-label="to" className="text-ink-3" />
      <CoveragePill status={line.to} short />
      <span className="tabular ml-auto text-label text-ink-3">from {formatDay(line.effective_on)}</span>
    </span>
    {premiumChanges(line).map((change) => (
      <FieldChange key={change.field} change={change} />
    ))}
  </li>
)

const premiumChanges = (line: DependentsPreview['lines'][number]) =>
  (['premium', 'direct_pay_premium'] as const)
    .map((name) => ({
      field: `${line.coverage}_enroll_${name}`,
      before: line[`${name}_before`],
      after: line[`${name}_after`],
    }))
    .filter(({ before, after }) => before !== after)

const startNames = ['dependents_effective_on', 'qualifying_event', 'event_on'] as const

/** Asks the server what the dependents would change, whenever those in the form or the start change. */
const useDependentsPreview = (record: StudentPeriod, dependents: readonly Covered[] | null) => {
  const { send } = useSend(previewDependents, { quiet: true })
  const [on, event, eventOn] = useWatch<StartValues, typeof startNames>({
    name: startNames,
  })
  const start = { dependents_effective_on: dayIn(on), qualifying_event: event, event_on: dayIn(eventOn) }
  // tiers depend on nothing else of a dependent, so what’s secret isn’t sent
  const covered = dependents?.map(({ id, type, covers }) => ({ id, type, covers, last_name: '-' }))
  const body = covered && { dependents: covered, ...start }
  return usePreview<DependentsPreview>({
    key: body ? JSON.stringify(body) : null,
    read: async (signal) =>
      body ? (await send({ params: { id: record.id }, body }, { signal })).reply : null,
    readIn: () => null,
    wait: 150,
  })
}

/** Returns a complete date; null while it’s being typed. */
const dayIn = (typed: unknown): string | null => day.safeParse(typed).data ?? null
