import type { Coverage, CoverageStatus } from '#contract/platform/coverage/choices.ts'
import { spanishChoices } from '#contract/platform/record/spanish-choices.ts'

/** The coverage types as they stand after “cobertura”. */
export const spanishCoverages: Readonly<Record<Coverage, string>> = {
  medical: 'médica',
  dental: 'dental',
  vision: 'de la vista',
}

const statuses: Readonly<Record<CoverageStatus, string>> = {
  not_started: 'Sin empezar',
  exempt: 'Exento',
  loa: 'Con licencia',
  enrollment_submitted: 'Inscripción enviada',
  enrollment_utp: 'Inscripción: no se puede procesar',
  enrolled: 'Inscrito',
  enrolled_eoc: 'Inscrito: fin de la cobertura',
  enrolled_waiver_submitted: 'Inscrito: renuncia enviada',
  enrolled_waiver_utp: 'Inscrito: la renuncia no se puede procesar',
  enrolled_ech: 'Inscrito con hijos',
  enrolled_esp: 'Inscrito con cónyuge',
  enrolled_espch: 'Inscrito con cónyuge y un hijo',
  enrolled_espch2: 'Inscrito con cónyuge y 2 o más hijos',
  enrolled_efam: 'Inscrito con su familia',
  waiver_submitted: 'Renuncia enviada',
  waiver_utp: 'Renuncia: no se puede procesar',
  waived: 'Renuncia aprobada',
  waiver_inactive: 'Renuncia: seguro inactivo',
  waiver_declined: 'Renuncia rechazada',
  waived_enrollment_submitted: 'Renuncia aprobada: inscripción enviada',
  waived_enrollment_utp: 'Renuncia aprobada: la inscripción no se puede procesar',
  waived_needs_reverified: 'Renuncia aprobada: se vuelve a verificar',
  waived_aged_out: 'Renuncia aprobada: cumplió 26 años',
  declined: 'Cobertura no deseada',
  not_applicable: 'No corresponde',
}

const choices: Readonly<Record<string, string>> = {
  ...statuses,
  ...spanishChoices,
}

const countries = new Intl.DisplayNames('es', { type: 'region' })

/** Returns the Spanish label of a choice or a country; undefined for one that is the same in every language. */
export const spanishChoice = (value: string): string | undefined =>
  choices[value] ?? (/^[A-Z]{2}$/.test(value) ? countries.of(value) : undefined)

/** The examples of merge fields whose English ones are words. */
export const spanishExamples: Readonly<Record<string, string>> = {
  'school.contact': '(614) 555-0101 o insurance@university.example',
  'submission.coverages': 'médica y dental',
  'decision.coverages': 'médica y dental',
  'decision.reasons': 'No encontramos una cobertura activa con este número de miembro.',
  'link.valid_for': '30 días',
  'code.valid_for': '10 minutos',
}
