import type { CompanyMove } from '#contract/insurance-companies/shapes.ts'
import { formatNumber } from '#client/lib/format.ts'
import { gainedInWords, linesInWords, moveInWords } from './company-words.ts'

/** What a merge would change, in words and by policy year. */
export const MovePreview = ({ move }: { move: CompanyMove }) => (
  <div className="flex flex-col gap-3">
    <p aria-live="polite" className="font-medium">
      {moveInWords(move)}
    </p>
    {move.periods.length > 0 && (
      <ul
        aria-label="Policy years concerned"
        className="max-h-56 divide-y divide-line overflow-y-auto rounded-card shadow-line"
      >
        {move.periods.map((period) => (
          <li key={period.period_id} className="flex items-baseline gap-3 px-3 py-1.5">
            <span className="min-w-0 flex-1">
              <span className="block truncate">
                {period.school_name} <span className="text-ink-2">{period.period_name}</span>
              </span>
              <span className="block text-label text-ink-3">{linesInWords(period.lines)}</span>
            </span>
            <span className="tabular font-medium">{formatNumber(period.student_periods)}</span>
          </li>
        ))}
      </ul>
    )}
    {move.gained.length > 0 && (
      <div className="text-label text-ink-2">
        <p>{move.into.name} takes over:</p>
        <ul className="list-disc pl-5">
          {gainedInWords(move).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </div>
    )}
  </div>
)
