import { dependentTypeLabels } from '#contract/platform/record/student-period-choices.ts'
import type { DecisionPreview, DependentChoice } from '#contract/review/decisions/outcome-shapes.ts'
import { formatDay } from '#client/platform/lib/format.ts'
import { RadioGroup } from '#client/platform/ui/controls/radio-group.tsx'
import { fullName } from '#contract/platform/person-name.ts'

type Approved = DecisionPreview['dependents'][number]

interface ApprovedDependentsProps {
  dependents: readonly Approved[]
  choices: readonly DependentChoice[]
  onChoose: (choices: DependentChoice[]) => void
}

/** Renders the dependents of the form that an approval covers, and asks who someone is if the rules can’t tell. */
export const ApprovedDependents = ({ dependents, choices, onChoose }: ApprovedDependentsProps) =>
  dependents.length > 0 && (
    <section aria-label="Dependents" className="rounded-card p-3 shadow-line">
      <h2 className="font-semibold">Dependents</h2>
      <ul className="mt-1 flex flex-col gap-2">
        {dependents.map((one) => (
          <li key={one.index}>
            <p>
              {textOf(one)}
              <span className="text-ink-2"> · {stateOf(one)}</span>
            </p>
            {one.alike.length > 0 && (
              <WhoIsIt
                dependent={one}
                choice={choices.find(({ index }) => index === one.index)}
                onChange={(choice) =>
                  onChoose([...choices.filter(({ index }) => index !== one.index), choice])
                }
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )

type Person = Pick<Approved, 'type' | 'first_name' | 'last_name' | 'dob'>

/** 'Ada Thompson, Spouse, 02/02/2002' */
const textOf = ({ type, dob, ...named }: Person): string =>
  [fullName(named), dependentTypeLabels[type], ...(dob === null ? [] : [formatDay(dob)])].join(', ')

const stateOf = ({ is_clear, same_as }: Approved): string => {
  if (!is_clear) return 'may be on record already'
  return same_as === null ? 'added to the record' : 'on record already'
}

const someoneElse = 'new'

interface WhoIsItProps {
  dependent: Approved
  choice: DependentChoice | undefined
  onChange: (choice: DependentChoice) => void
}

const WhoIsIt = ({ dependent: { index, first_name, alike }, choice, onChange }: WhoIsItProps) => (
  <RadioGroup
    className="mt-1"
    label={`Who is ${first_name}?`}
    options={[
      ...alike.map((one) => ({ value: String(one.id), label: `The same as ${textOf(one)}` })),
      { value: someoneElse, label: 'Someone else' },
    ]}
    value={choice ? String(choice.same_as ?? someoneElse) : null}
    onChange={(value) => onChange({ index, same_as: value === someoneElse ? null : Number(value) })}
  />
)
