import { countries } from './countries.ts'
import { statusCatalogue } from './coverage/choices.ts'
import { fileKindLabels } from './documents/choices.ts'
import {
  academicStatusLabels,
  dependentTypeLabels,
  insuranceTypeLabels,
  recordStatusLabels,
  sourceOfCoverageLabels,
  subscriberRelationLabels,
} from './student-periods/choices.ts'
import { genderLabels } from './students/choices.ts'

type Labels = Readonly<Record<string, string>>

const countryLabels: Labels = Object.fromEntries(countries.map(({ value, label }) => [value, label]))
const statusLabels: Labels = Object.fromEntries(
  Object.entries(statusCatalogue).map(([status, { label }]) => [status, label]),
)

/** Words of the enumerations, by how the field's name ends. */
const choiceLabels: readonly (readonly [RegExp, Labels])[] = [
  [/^(medical|dental|vision)_status$/, statusLabels],
  [/^academic_status$/, academicStatusLabels],
  [/^status$/, recordStatusLabels],
  [/^gender$/, genderLabels],
  [/^country$/, countryLabels],
  [/_insurance_type$/, insuranceTypeLabels],
  [/_source_of_coverage$/, sourceOfCoverageLabels],
  [/_subscriber_relation$/, subscriberRelationLabels],
  [/^type$/, dependentTypeLabels],
  [/^kind$/, fileKindLabels],
]

/** The words for the values of a field, by value; undefined where the values are their own words. */
export const labelsFor = (field: string): Labels | undefined =>
  choiceLabels.find(([pattern]) => pattern.test(field))?.[1]

/** A value of a field as people read it: 'waiver_utp' → 'Waiver UTP'; what has no label is itself. */
export const labelOf = (field: string, value: string): string => {
  const labels = labelsFor(field)
  return labels && Object.hasOwn(labels, value) ? (labels[value] ?? value) : value
}
