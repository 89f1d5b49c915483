import { useState } from 'react'
import { coverageLabels, coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import { day } from '#contract/platform/fields.ts'
import {
  sourceOfCoverageLabels,
  sourcesOfCoverage,
} from '#contract/platform/record/student-period-choices.ts'
import type { NewReverification } from '#contract/review/reverifications/shapes.ts'
import { DateInput } from '#client/platform/ui/controls/date-input.tsx'
import { Field } from '#client/platform/ui/controls/field.tsx'
import { SelectSeveral } from '#client/platform/ui/controls/select.tsx'
import { Switch } from '#client/platform/ui/controls/switch.tsx'
import { currentOfficeDay } from '#client/platform/lib/today.ts'
import { CompanyPicker, type CompanyChoice } from '#client/records/insurance-companies/company-picker.tsx'

/** Which waivers someone wants to reverify. An empty list means all. */
export interface ChosenScope {
  /** Leaves out waivers that aren’t due by `dueBy`. */
  readonly onlyDue: boolean
  /** `YYYY-MM-DD`, or text that isn’t a date yet; null for today. */
  readonly dueBy: string | null
  readonly coverageTypes: readonly Coverage[]
  readonly sources: readonly (typeof sourcesOfCoverage)[number][]
  readonly company: CompanyChoice | null
  /** Takes inactive and aged-out waivers too. */
  readonly withEnded: boolean
}

/** What the school usually pays for: what is due today. The view of the list holds exactly these students. */
export const usualScope: ChosenScope = {
  onlyDue: true,
  dueBy: null,
  coverageTypes: [],
  sources: [],
  company: null,
  withEnded: false,
}

/** Returns whether a scope has no coverage types, sources or company, so that these leave nothing out. */
export const isWhole = ({ coverageTypes, sources, company }: ChosenScope): boolean =>
  coverageTypes.length === 0 && sources.length === 0 && company === null

/** Returns a scope as the call takes it; null while its date isn’t one. */
export const askOf = (scope: ChosenScope): Omit<NewReverification, 'period_id'> | null => {
  const { onlyDue, dueBy, coverageTypes, sources, company, withEnded } = scope
  if (hasWrongDate(scope)) return null
  return {
    only_due: onlyDue,
    with_ended: withEnded,
    ...(onlyDue && dueBy !== null ? { due_by: dueBy } : {}),
    ...(coverageTypes.length === 0 ? {} : { coverage_types: [...coverageTypes] }),
    ...(sources.length === 0 ? {} : { sources_of_coverage: [...sources] }),
    ...(company === null ? {} : { insurance_company_id: company.id }),
  }
}

const hasWrongDate = ({ onlyDue, dueBy }: ChosenScope): boolean =>
  onlyDue && dueBy !== null && !day.safeParse(dueBy).success

const coverageOptions = coverages.map((value) => ({ value, label: coverageLabels[value] }))
const sourceOptions = sourcesOfCoverage.map((value) => ({ value, label: sourceOfCoverageLabels[value] }))

interface ScopeChoiceProps {
  scope: ChosenScope
  onChange: (scope: ChosenScope) => void
}

/** Renders the switches and fields that say which waivers a reverification takes. */
export const ScopeChoice = ({ scope, onChange }: ScopeChoiceProps) => {
  const set = (change: Partial<ChosenScope>) => onChange({ ...scope, ...change })
  return (
    <search aria-label="Filter waivers" className="mb-5 flex flex-col gap-3">
      <div className="flex flex-wrap gap-x-8 gap-y-2">
        <Switch
          label="Only waivers that are due"
          checked={scope.onlyDue}
          onChange={(onlyDue) => set({ onlyDue })}
          className="max-sm:w-full"
        />
        <Switch
          label="Also check inactive and aged-out waivers"
          checked={scope.withEnded}
          onChange={(withEnded) => set({ withEnded })}
          className="max-sm:w-full"
        />
      </div>
      <div className="grid items-start gap-3 sm:grid-cols-2 xl:grid-cols-[9rem_1fr_1fr_1fr]">
        <DueBy scope={scope} onChange={(dueBy) => set({ dueBy })} />
        <Field label="Coverage types">
          <SelectSeveral
            options={coverageOptions}
            value={scope.coverageTypes}
            onChange={(coverageTypes) => set({ coverageTypes })}
            placeholder="All coverage types"
          />
        </Field>
        <Field label="Sources of coverage">
          <SelectSeveral
            options={sourceOptions}
            value={scope.sources}
            onChange={(sources) => set({ sources })}
            placeholder="All sources of coverage"
          />
        </Field>
        <CompanyPicker
          label="Insurance company"
          value={scope.company}
          onChange={(company) => set({ company })}
          placeholder="All insurance companies"
        />
      </div>
    </search>
  )
}

interface DueByProps {
  scope: ChosenScope
  onChange: (dueBy: string | null) => void
}

const DueBy = ({ scope, onChange }: DueByProps) => {
  const [isLeft, setLeft] = useState(false)
  const [today] = useState(() => currentOfficeDay())
  const isWrong = hasWrongDate(scope) && isLeft
  return (
    <Field label="Due by" error={isWrong ? 'Enter a date as mm/dd/yyyy.' : undefined}>
      <DateInput
        value={scope.dueBy ?? today}
        disabled={!scope.onlyDue}
        onChange={(text) => {
          setLeft(false)
          onChange(text === today ? null : text)
        }}
        onBlur={() => {
          setLeft(true)
          if (scope.dueBy === '') onChange(null)
        }}
      />
    </Field>
  )
}
