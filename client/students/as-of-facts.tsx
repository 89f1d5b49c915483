import { History } from 'lucide-react'
import { CoveragePill } from '#client/common/coverage-pill.tsx'
import { fieldLabel } from '#client/common/field-words.ts'
import { statusIn, valueWords, type PlainValue } from '#client/common/field-value.ts'
import { cx } from '#client/ui/cx.ts'
import type { PastFact } from './differences.ts'

interface PastFactsProps {
  title: string
  facts: readonly PastFact[]
  /** What is said when there is none. */
  emptyText: string
}

/** Fields as they were; what differs from today is marked, with today's value under it. */
export const PastFacts = ({ title, facts, emptyText }: PastFactsProps) => (
  <section className="border-t border-line pt-4">
    <h2 className="mb-2 text-section font-semibold">{title}</h2>
    {facts.length === 0 ? (
      <p className="text-ink-3">{emptyText}</p>
    ) : (
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2 md:grid-cols-3">
        {facts.map((fact) => (
          <PastField key={fact.field} fact={fact} />
        ))}
      </dl>
    )}
  </section>
)

const PastField = ({ fact: { field, before, today, differs } }: { fact: PastFact }) => (
  <div className={cx('-mx-2 min-w-0 rounded-control px-2 py-1', differs && 'bg-warning-soft')}>
    <dt className="text-label text-ink-2">{fieldLabel(field)}</dt>
    <dd>
      <Value field={field} value={before} />
      {differs && (
        <p className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-label text-warning-text">
          <History size={13} aria-hidden className="shrink-0" />
          <span>Today:</span>
          <Value field={field} value={today} />
        </p>
      )}
    </dd>
  </div>
)

const Value = ({ field, value }: { field: string; value: PlainValue }) => {
  const status = statusIn(field, value)
  if (status !== null) return <CoveragePill status={status} short />
  return <span className="tabular break-words">{value === null ? '—' : valueWords(field, value)}</span>
}
