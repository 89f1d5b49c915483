import { coverageLabels, coverages } from '#contract/platform/coverage/choices.ts'
import { dependentTypeLabels } from '#contract/platform/record/student-period-choices.ts'
import type { Dependent } from '#contract/platform/record/dependent.ts'
import { formatDay } from '#client/platform/lib/format.ts'
import type { SsnOwner } from './reveal-ssn-dialog.tsx'
import { SsnReveal } from './ssn-reveal.tsx'
import { fullName } from '#contract/platform/person-name.ts'

/** Renders the dependents of a policy year. */
export const Dependents = ({ dependents }: { dependents: readonly Dependent[] }) => {
  if (dependents.length === 0) return null
  return (
    <section className="border-t border-line pt-4">
      <h2 className="mb-2 text-section font-semibold">Dependents</h2>
      <ul className="flex flex-col gap-1.5">
        {dependents.map((dependent) => (
          <li key={dependent.id} className="flex flex-wrap items-baseline gap-x-3">
            <span className="font-medium">{fullName(dependent)}</span>
            <span className="tabular text-ink-2">
              {dependentTypeLabels[dependent.type]}
              {dependent.dob !== null && `, born ${formatDay(dependent.dob)}`}
            </span>
            {dependent.ssn !== null && (
              <span className="tabular text-ink-2">
                SSN <SsnReveal owner={dependentOwnerOf(dependent)} mask={dependent.ssn} />
              </span>
            )}
            <span className="text-label text-ink-3">{coverageText(dependent)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns what covers a dependent, with the days that aren’t the student’s: 'Medical from 11/10/2026, Dental'. */
export const coverageText = (dependent: Dependent): string => {
  const parts = coverages.flatMap((coverage) => {
    const [start, end] = [dependent[`${coverage}_start_on`], dependent[`${coverage}_end_on`]]
    const label = coverageLabels[coverage]
    if (dependent.covers.includes(coverage))
      return start === null ? label : `${label} from ${formatDay(start)}`
    return end === null ? [] : `${label} until ${formatDay(end)}`
  })
  return parts.length === 0 ? 'Not covered' : parts.join(', ')
}

/** Returns a dependent as the owner of an SSN to reveal. */
export const dependentOwnerOf = (dependent: Dependent): SsnOwner => ({
  type: 'dependent',
  id: dependent.id,
  name: fullName(dependent),
})
