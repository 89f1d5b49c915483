import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { coverageLabels, type CoverageStatus } from '#contract/platform/coverage/choices.ts'
import { tiers } from '#contract/platform/coverage/status-groups.ts'
import type { BulkResult } from '#contract/platform/record/bulk.ts'
import { CoveragePill } from '#client/platform/coverage/coverage-pill.tsx'
import { FieldChange } from '#client/platform/history/field-change.tsx'
import { recordMoveWords } from '#client/platform/coverage/status-change-text.ts'
import { formatCount, formatMoney, formatNumber } from '#client/platform/lib/format.ts'
import { Badge } from '#client/platform/ui/text/badge.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Combobox, type ComboboxOption } from '#client/platform/ui/controls/combobox.tsx'
import { Field } from '#client/platform/ui/controls/field.tsx'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { Dialog } from '#client/platform/ui/overlays/dialog.tsx'
import { Disclosure } from '#client/platform/ui/text/disclosure.tsx'
import { recordTexts, type ChangeTexts, type Applied, type BulkChange } from './use-bulk-change.ts'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'

interface BulkDialogFrameProps {
  title: string
  description: string
  /** The button's text if nothing would change. */
  verb: string
  /** Shown until something is selected. */
  hint: string
  change: BulkChange
  isChosen: boolean
  /** The texts of the change; by default those for records. */
  words?: ChangeTexts
  /** Whether required input is missing although there is a preview. */
  isHeld?: boolean
  handle: DialogHandle<Applied>
  /** Shown below the preview, depending on it. */
  afterPreview?: ReactNode
  children: ReactNode
}

/** Renders a bulk change dialog: fields, preview and Apply, shared by all bulk dialogs. */
export const BulkDialogFrame = (props: BulkDialogFrameProps) => {
  const { title, description, hint, change, isChosen, words = recordTexts, handle, children } = props
  return (
    <Dialog
      {...handle.dialog}
      title={title}
      description={description}
      size="md"
      footer={<Footer {...props} words={words} />}
    >
      <div className="flex flex-col gap-4">
        {children}
        {change.error && <Banner tone="danger">{change.error.message}</Banner>}
        {!isChosen && <p className="text-ink-3">{hint}</p>}
        {isChosen && !change.preview && !change.error && <p className="text-ink-3">Counting…</p>}
        {change.preview && <Preview result={change.preview} outcome={words.outcome} />}
        {props.afterPreview}
      </div>
    </Dialog>
  )
}

const Footer = ({
  verb,
  change,
  words,
  isHeld = false,
  handle,
}: BulkDialogFrameProps & { words: ChangeTexts }) => {
  const changed = change.preview?.changed ?? 0
  const submit = async () => {
    const applied = await change.apply()
    if (applied) handle.close(applied)
  }
  return (
    <>
      <Button onClick={handle.dialog.onClose}>Cancel</Button>
      <Button
        variant={words.isDanger ? 'danger' : 'primary'}
        busy={change.isApplying}
        disabled={changed === 0 || isHeld}
        onClick={() => void submit()}
      >
        {changed === 0 ? verb : words.act(changed, change.preview?.overrides?.total ?? 0)}
      </Button>
    </>
  )
}

interface NewValueProps<V extends string> {
  label: string
  options: readonly ComboboxOption<V>[]
  value: V | undefined
  onChange: (value: V | undefined) => void
  /** Shown when nothing matches what’s typed. */
  emptyText?: string
}

/** Renders a choice of a new value, found by typing; cleared, the value doesn’t change. */
export const NewValue = <V extends string>({ label, value, onChange, ...options }: NewValueProps<V>) => (
  <Field label={label}>
    <Combobox
      placeholder="Don’t change"
      {...options}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  </Field>
)

const eventTexts: Readonly<Record<string, string>> = {
  approve_enrollment: 'Enrollment approved; coverage dates, premium and fees set',
  mark_enrollment_utp: 'Enrollment marked unable to process',
  approve_waiver: 'Waiver approved; coverage verified today',
  mark_waiver_utp: 'Waiver marked unable to process',
  decline_waiver: 'Waiver declined',
  decline_optional: 'Coverage declined',
  loa_start: 'Leave starts; the current status is saved for the student’s return',
  loa_end: 'Leave ends; the previous status is restored',
  separation: 'Student left; coverage stays until its end date, or is void after an early withdrawal',
  readmission: 'Reset to Not Started',
}

const enrolled: ReadonlySet<string> = new Set(tiers)

const overrideText = (to: CoverageStatus): string =>
  enrolled.has(to) ? 'Coverage dates, premium and fees set' : 'Only the status changes'

/** Renders what a bulk change would do: exact counts, the status changes by kind, and skipped records with reasons. */
const Preview = ({ result, outcome }: { result: BulkResult; outcome: (changed: number) => string }) => {
  const unchanged = result.matched - result.changed - result.skipped_total
  return (
    <div className="flex flex-col gap-3">
      <p aria-live="polite">
        <strong className="font-semibold">{outcome(result.changed)}</strong>{' '}
        {unchanged > 0 && `${formatCount(unchanged, 'already has this value', 'already have this value')}. `}
        {result.skipped_total > 0 && `${formatNumber(result.skipped_total)} won’t change.`}
      </p>
      {result.premiums && result.changed > 0 && <Premiums premiums={result.premiums} />}
      {result.moves.length > 0 ? (
        <>
          <Moves moves={result.moves} />
          <MoveSample result={result} />
        </>
      ) : (
        <Sample result={result} />
      )}
      {result.overrides && result.overrides.total > 0 && <Overridden overrides={result.overrides} />}
      {result.skipped_total > 0 && <Skipped result={result} />}
    </div>
  )
}

/** Renders the premiums of all records that change, added up. */
const Premiums = ({ premiums: { before, after } }: { premiums: NonNullable<BulkResult['premiums']> }) => (
  <p>
    Their premiums are <span className="tabular font-medium">{formatMoney(before)}</span> now and will be{' '}
    <span className="tabular font-medium">{formatMoney(after)}</span>.
  </p>
)

const Moves = ({ moves }: Pick<BulkResult, 'moves'>) => (
  <ul className="divide-y divide-line rounded-card shadow-line">
    {moves.map((move) => (
      <li key={`${move.coverage} ${move.from} ${move.to} ${move.event}`} className="px-3 py-2">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="w-14 text-label text-ink-3">{coverageLabels[move.coverage]}</span>
          <CoveragePill status={move.from} short />
          <ArrowRight size={14} aria-label="to" className="text-ink-3" />
          <CoveragePill status={move.to} short />
          <span className="tabular ml-auto font-medium">{formatNumber(move.quantity)}</span>
        </span>
        <span className="mt-0.5 block text-label text-ink-3">
          {move.event === null ? (
            <>
              <Badge tone="warning">Override</Badge> {overrideText(move.to)}
            </>
          ) : (
            (eventTexts[move.event] ?? '')
          )}
        </span>
      </li>
    ))}
  </ul>
)

/** Renders the dates, premiums and fees that a status change would set in the first rows. */
const MoveSample = ({ result }: { result: BulkResult }) => {
  const sample = result.sample ?? []
  const rows = sample
    .map(({ id, name, sid, changes }) => ({ id, name, sid, words: recordMoveWords(changes) }))
    .filter(({ words }) => words.length > 0)
  if (rows.length === 0) return null
  return (
    <ul aria-label="Dates, premiums and fees" className="divide-y divide-line rounded-card shadow-line">
      {rows.map(({ id, name, sid, words }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-4 px-3 py-1.5">
          <span className="font-medium">{name}</span>
          <span className="tabular text-label text-ink-3">{sid}</span>
          {words.map((line) => (
            <span key={line} className="tabular min-w-0 basis-full text-label text-ink-2">
              {line}
            </span>
          ))}
        </li>
      ))}
      {result.changed > sample.length && (
        <li className="px-3 py-1.5 text-label text-ink-3">
          And {formatNumber(result.changed - sample.length)} more
        </li>
      )}
    </ul>
  )
}

/** Renders the first rows that would change; not for status changes, where the rows would add nothing. */
const Sample = ({ result: { sample, changed } }: { result: BulkResult }) =>
  sample &&
  sample.length > 0 && (
    <ul className="divide-y divide-line rounded-card shadow-line">
      {sample.map((row) => (
        <li key={row.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-3 py-1.5">
          <span className="font-medium">{row.name}</span>
          <span className="tabular text-label text-ink-3">{row.sid}</span>
          {row.changes.map((change) => (
            <span key={change.field} className="min-w-0 basis-full">
              <FieldChange change={change} />
            </span>
          ))}
        </li>
      ))}
      {changed > sample.length && (
        <li className="px-3 py-1.5 text-label text-ink-3">
          And {formatNumber(changed - sample.length)} more
        </li>
      )}
    </ul>
  )

const Overridden = ({ overrides }: { overrides: NonNullable<BulkResult['overrides']> }) => (
  <Disclosure
    className="rounded-card bg-sunken shadow-line"
    summary={<span className="font-medium">{formatCount(overrides.total, 'override')}</span>}
  >
    <ul className="divide-y divide-line border-t border-line">
      {overrides.rows.map(({ id, name }) => (
        <li key={id} className="flex items-center gap-2 px-3 py-1.5">
          <Truncate className="min-w-0 flex-1 font-medium">{name}</Truncate>
          <Badge tone="warning">Override</Badge>
        </li>
      ))}
    </ul>
    {overrides.total > overrides.rows.length && <First count={overrides.rows.length} />}
  </Disclosure>
)

const First = ({ count }: { count: number }) => (
  <p className="border-t border-line px-3 py-1.5 text-label text-ink-3">
    Showing the first {formatNumber(count)}.
  </p>
)

const Skipped = ({ result }: { result: BulkResult }) => (
  <Disclosure
    className="rounded-card bg-sunken shadow-line"
    summary={
      <span className="font-medium">{formatCount(result.skipped_total, 'record')} won’t change: see why</span>
    }
  >
    <ul className="divide-y divide-line border-t border-line">
      {result.skipped.map((skipped) => (
        <li key={skipped.id} className="px-3 py-1.5">
          <span className="block font-medium">{skipped.name}</span>
          <span className="block text-label text-ink-2">{skipped.detail}</span>
        </li>
      ))}
    </ul>
    {result.skipped_total > result.skipped.length && <First count={result.skipped.length} />}
  </Disclosure>
)
