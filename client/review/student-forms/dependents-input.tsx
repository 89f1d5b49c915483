import { useEffect, useEffectEvent, useRef } from 'react'
import { dependentTypes } from '#contract/platform/record/student-period-choices.ts'
import { genderLabels, genders } from '#contract/platform/record/genders.ts'
import { describedBy, FieldFrame } from '#client/setup/site/field.tsx'
import { useFieldWords } from '#client/setup/site/words/field-words.ts'
import { dollars, useWords, type SiteLanguage } from '#client/setup/site/words/words.ts'
import type { TypedDependent } from './answers.ts'
import type { StudentFormState } from './use-student-form.ts'

interface DependentsInputProps {
  language: SiteLanguage
  state: StudentFormState
}

let added = 0

const newDependent = (): TypedDependent => {
  added += 1
  return { key: `new-${added}`, type: '', first_name: '', last_name: '', gender: '', dob: '', ssn: '' }
}

/** Renders the people that a student wants to cover, and the premium with them. */
export const DependentsInput = ({ language, state }: DependentsInputProps) => {
  const words = useWords()
  const { dependents } = state.typed
  usePrice(state, dependents)
  const replace = (key: string, part: Partial<TypedDependent>): void =>
    state.change((former) => ({
      dependents: former.dependents.map((one) => (one.key === key ? { ...one, ...part } : one)),
    }))
  return (
    <fieldset className="site-stack" data-wide="" id="field-dependents">
      <legend>
        <b>{words.dependents}</b>
      </legend>
      {dependents.map((dependent, index) => (
        <Dependent
          key={dependent.key}
          {...{ dependent, index, state }}
          onChange={(part) => replace(dependent.key, part)}
          onRemove={() =>
            state.change((former) => ({
              dependents: former.dependents.filter(({ key }) => key !== dependent.key),
            }))
          }
        />
      ))}
      <div>
        <button
          type="button"
          className="site-act"
          data-quiet=""
          onClick={() => state.change((former) => ({ dependents: [...former.dependents, newDependent()] }))}
        >
          {words.add_dependent}
        </button>
      </div>
      <Premiums state={state} language={language} />
    </fieldset>
  )
}

/** Asks for the price when other people are covered. */
const usePrice = ({ price }: StudentFormState, dependents: readonly TypedDependent[]): void => {
  const covered = dependents.map(({ type }) => type).join(' ')
  const asked = useRef('')
  const ask = useEffectEvent(() => void price())
  useEffect(() => {
    if (asked.current === covered) return
    asked.current = covered
    ask()
  }, [covered])
}

/** Says what each coverage costs with the people typed so far. */
export const Premiums = ({
  state: { check },
  language,
}: {
  state: StudentFormState
  language: SiteLanguage
}) => {
  const words = useWords()
  if (!check || check.premiums.length === 0) return null
  return (
    <table className="site-costs" aria-live="polite">
      <caption>{words.premium}</caption>
      <tbody>
        {check.premiums.map(({ coverage_type, tier, premium }) => (
          <tr key={coverage_type}>
            <th scope="row">
              {words.coverages[coverage_type]} <span className="site-quiet">{words.tiers[tier]}</span>
            </th>
            <td>{premium === null ? '—' : dollars(premium, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface DependentProps {
  dependent: TypedDependent
  index: number
  state: StudentFormState
  onChange: (part: Partial<TypedDependent>) => void
  onRemove: () => void
}

const Dependent = ({ dependent, index, state, onChange, onRemove }: DependentProps) => {
  const words = useWords()
  const fieldWords = useFieldWords()
  const typeOptions = dependentTypes.map((type) => [type, words.relations[type]] as const)
  const genderOptions = genders.map(
    (gender) => [gender, fieldWords.choices[gender] ?? genderLabels[gender]] as const,
  )
  const fieldOf = (name: keyof TypedDependent, label: string, isRequired = false) => ({
    id: `field-dependents-${index}-${name}`,
    label,
    isRequired,
    value: dependent[name],
    error: state.errors[`dependents.${index}.${name}`],
    onChange: (value: string) => onChange({ [name]: value }),
  })
  return (
    <fieldset className="site-card site-stack">
      <legend className="sr-only">{words.dependent(index + 1)}</legend>
      <div className="site-fields">
        <DependentPart {...fieldOf('type', words.relation, true)} options={typeOptions} />
        <DependentPart {...fieldOf('first_name', words.first_name, true)} />
        <DependentPart {...fieldOf('last_name', words.last_name, true)} />
        <DependentPart {...fieldOf('dob', words.birth_date)} type="date" />
        <DependentPart {...fieldOf('ssn', words.ssn)} />
        <DependentPart {...fieldOf('gender', words.gender)} options={genderOptions} />
      </div>
      <div>
        <button type="button" className="site-link" onClick={onRemove}>
          {words.remove}
        </button>
      </div>
    </fieldset>
  )
}

interface DependentPartProps {
  id: string
  label: string
  isRequired: boolean
  value: string
  error: string | undefined
  onChange: (value: string) => void
  options?: readonly (readonly [value: string, label: string])[]
  type?: 'text' | 'date'
}

const DependentPart = ({ options, type = 'text', value, onChange, ...frame }: DependentPartProps) => {
  const words = useWords()
  const shared = { id: frame.id, value, ...describedBy(frame.id, null, frame.error) }
  return (
    <FieldFrame {...frame}>
      {options ? (
        <select {...shared} onChange={(event) => onChange(event.target.value)}>
          <option value="">{words.select}</option>
          {options.map(([option, label]) => (
            <option key={option} value={option}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          type={type}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FieldFrame>
  )
}
