import type { genders } from './genders.ts'
import type {
  AcademicStatus,
  insuranceTypes,
  sourcesOfCoverage,
  subscriberRelations,
} from './student-period-choices.ts'

const academicStatuses: Readonly<Record<AcademicStatus, string>> = {
  incoming: 'Ingresa este año',
  returning: 'Regresa',
  continuing: 'Continúa',
  leave_of_absence: 'Con licencia',
  part_time: 'Tiempo parcial',
  graduated: 'Graduado',
  withdrawn: 'Retirado',
  x: 'Otro',
}

const insurance: Readonly<
  Record<(typeof insuranceTypes)[number] | (typeof sourcesOfCoverage)[number], string>
> = {
  ppo: 'PPO',
  pos: 'POS',
  hmo: 'HMO',
  epo: 'EPO',
  indemnity: 'Indemnización',
  commercial: 'Comercial',
  medicaid: 'Medicaid',
  parent_employer_group: 'Plan del empleo del padre o la madre',
  spouse_employer_group: 'Plan del empleo del cónyuge',
  own_employer_group: 'Plan de su empleo',
  veterans_benefits: 'Beneficios de veteranos',
  individual_plan: 'Plan individual',
  cobra: 'COBRA',
  individual_essential_plan: 'Plan esencial individual',
  tricare: 'TRICARE',
  other: 'Otro',
}

const people: Readonly<Record<(typeof genders)[number] | (typeof subscriberRelations)[number], string>> = {
  female: 'Femenino',
  male: 'Masculino',
  x: 'Otro',
  parent: 'Padre o madre',
  spouse: 'Cónyuge',
  self: 'Usted',
}

/** The Spanish labels of a record’s choices, as the office says them to a student. */
export const spanishChoices: Readonly<Record<string, string>> = {
  ...academicStatuses,
  ...insurance,
  ...people,
}
