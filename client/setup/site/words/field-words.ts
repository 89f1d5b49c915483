import { use } from 'react'
import { spanishChoices } from '#contract/platform/record/spanish-choices.ts'
import type { SiteField } from '#contract/setup/site/form-page.ts'
import { SiteLanguageContext, type SiteLanguage } from './words.ts'

/** The labels of fields and of their choices in a language. In English they’re those of the record. */
interface FieldWords {
  /** By name, without a coverage: 'waive_group_number'. */
  readonly labels: Readonly<Record<string, string>>
  readonly choices: Readonly<Record<string, string>>
}

const es: FieldWords = {
  labels: {
    first_name: 'Nombre',
    last_name: 'Apellido',
    middle_initial: 'Inicial del segundo nombre',
    dob: 'Fecha de nacimiento',
    ssn: 'Número de Seguro Social',
    gender: 'Sexo',
    sid: 'Número de estudiante',
    uid: 'Usuario de la universidad',
    address_1: 'Dirección 1',
    address_2: 'Dirección 2',
    city: 'Ciudad',
    state: 'Estado',
    country: 'País',
    zip: 'Código postal',
    phone: 'Teléfono',
    personal_email: 'Correo personal',
    university_email: 'Correo de la universidad',
    prior_last_name: 'Apellido anterior',
    npi_number: 'Número NPI',
    include_dependents: 'Quiere cubrir dependientes',
    graduation_year: 'Año de graduación',
    program: 'Programa',
    campus: 'Campus',
    rotation_location: 'Lugar de rotación',
    expected_start_on: 'Fecha prevista de inicio',
    expected_graduation_on: 'Fecha prevista de graduación',
    academic_status: 'Situación académica',
    loa_reason: 'Motivo de la licencia',
    loa_start_on: 'Inicio de la licencia',
    loa_end_on: 'Fin de la licencia',
    comment: 'Comentario',
    requested_enrollment_on: 'Fecha de inscripción solicitada',
    enroll_coverage_start_on: 'Inicio de la cobertura',
    enroll_coverage_end_on: 'Fin de la cobertura',
    enroll_insurance_plan_name: 'Nombre del plan',
    enroll_insurance_type: 'Tipo de plan',
    enroll_insurance_underwriter: 'Aseguradora',
    enroll_member_subscriber_number: 'Número de miembro',
    enroll_group_number: 'Número de grupo',
    waive_insurance_company_id: 'Compañía de seguros',
    waive_insurance_name_other: 'Otra compañía de seguros',
    waive_group_number: 'Número de grupo',
    waive_member_subscriber_number: 'Número de miembro',
    waive_insurance_type: 'Tipo de seguro',
    waive_insurance_address_1: 'Dirección del seguro 1',
    waive_insurance_address_2: 'Dirección del seguro 2',
    waive_insurance_city: 'Ciudad del seguro',
    waive_insurance_state: 'Estado del seguro',
    waive_insurance_zip: 'Código postal del seguro',
    waive_insurance_phone: 'Teléfono del seguro',
    waive_source_of_coverage: 'Origen del seguro',
    waive_subscriber_first_name: 'Nombre del titular',
    waive_subscriber_last_name: 'Apellido del titular',
    waive_subscriber_relation: 'Parentesco del titular con usted',
    waive_subscriber_dob: 'Fecha de nacimiento del titular',
  },
  choices: {
    ...spanishChoices,
    // a student says these of themselves
    parent_employer_group: 'Plan del empleo de mi padre o madre',
    spouse_employer_group: 'Plan del empleo de mi cónyuge',
    own_employer_group: 'Plan de mi empleo',
    self: 'Yo',
  },
}

const all: Record<SiteLanguage, FieldWords> = { en: { labels: {}, choices: {} }, es }

export const useFieldWords = (): FieldWords => all[use(SiteLanguageContext)]

/** Returns a field’s label: the school’s own, or the usual one in the language of the page. */
export const labelOf = (field: SiteField, { labels }: FieldWords): string =>
  field.is_usual_label
    ? (labels[field.name.replace(/^(medical|dental|vision)_/, '')] ?? field.label)
    : field.label
