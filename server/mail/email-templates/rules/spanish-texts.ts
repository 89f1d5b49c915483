import type { schoolKindNames } from '#contract/setup/schools/email-kinds.ts'

/** A default text: the subject, then the paragraphs. */
type Default = readonly [subject: string, ...paragraphs: string[]]

const hello = 'Hola, {{student.first_name}}:'
const signed = 'Seguro médico estudiantil<br>{{school.name}}'
const questions =
  '¿Tiene preguntas? Responda a este correo o comuníquese con nosotros: {{school.contact|la oficina de seguros de su universidad}}.'

/** The page where the student does something, or how they do it until the website is open. */
const at = (page: 'status' | 'waive' | 'enroll'): string =>
  `{{link.${page}|comuníquese con nosotros por teléfono o correo electrónico, como se indica abajo}}`
const seeStatus = `Para ver su estado: ${at('status')}`
const seeCoverage = `Para ver cuándo empieza su cobertura, cuánto cuesta y quién la cobra: ${at('status')}`
const charged = 'es posible que se le inscriba en el plan de la universidad y se le cobre.'
const number = 'Su número de confirmación es <strong>{{submission.confirmation_number}}</strong>.'

const student = (subject: string, ...paragraphs: string[]): Default => [
  subject,
  hello,
  ...paragraphs,
  questions,
  signed,
]

// a notice can be late, so it counts the days that are left
const agingOut: Default = student(
  'Su cobertura en el plan de sus padres termina el {{deadline.on}}',
  'La mayoría de los planes de los padres le cubren hasta que cumple 26 años. Según nuestros registros, su cobertura termina el {{deadline.on}}. Días que quedan: {{deadline.days_left}}.',
  'Antes de ese día, envíenos su nuevo seguro o inscríbase en el plan de la universidad. Si no lo hace, puede quedarse sin seguro.',
  `Para enviarnos su nuevo seguro: ${at('waive')}`,
  `Para inscribirse: ${at('enroll')}`,
)

const fixWaiver = [
  '{{decision.reasons}}',
  `Corríjala a más tardar el {{decision.respond_by|último día para renunciar}}. De lo contrario, ${charged}`,
  `Para corregirla: ${at('status')}`,
] as const

/** The Spanish texts that Shipmate comes with, of the emails to students. */
export const spanishTexts: Readonly<Record<(typeof schoolKindNames)[number], Default>> = {
  waiver_form_submission_confirmation: student(
    'Recibimos su formulario de renuncia',
    `Recibimos su formulario de renuncia a la cobertura {{submission.coverages}} para {{period.name}}. ${number}`,
    'Este correo confirma que tenemos su formulario. No significa que su renuncia esté aprobada. Le escribiremos cuando tomemos una decisión.',
    seeStatus,
  ),
  enroll_form_submission_confirmation: student(
    'Recibimos su formulario de inscripción',
    `Recibimos su formulario de inscripción en la cobertura {{submission.coverages}} para {{period.name}}. ${number}`,
    'Este correo confirma que tenemos su formulario. Le escribiremos cuando su inscripción esté aprobada.',
    seeStatus,
  ),
  waiver_approved_confirmation: student(
    'Su renuncia al seguro fue aprobada',
    'Su renuncia a la cobertura {{decision.coverages}} para {{period.name}} fue aprobada. No necesita hacer nada más.',
    'Si su otro seguro cambia o termina, avísenos de inmediato.',
    seeStatus,
  ),
  waiver_unable_to_process: student(
    'Su renuncia al seguro necesita su atención',
    'Todavía no podemos procesar su renuncia a la cobertura {{decision.coverages}} para {{period.name}}:',
    ...fixWaiver,
  ),
  waiver_unable_to_process_reminder: student(
    'Recordatorio: su renuncia al seguro necesita su atención',
    'Seguimos sin poder procesar su renuncia a la cobertura {{decision.coverages}} para {{period.name}}:',
    ...fixWaiver,
  ),
  waiver_declined: student(
    'Su renuncia al seguro fue rechazada',
    'Su renuncia a la cobertura {{decision.coverages}} para {{period.name}} fue rechazada:',
    '{{decision.reasons}}',
    `Si tiene otro seguro que cumple los requisitos de su universidad, puede apelar hasta el {{decision.appeal_by|último día que fijó su universidad}}. Si no apela, ${charged}`,
    `Para apelar: ${at('status')}`,
  ),
  enrollment_approved: student(
    'Su inscripción en el seguro médico estudiantil fue aprobada',
    'Su inscripción en la cobertura {{decision.coverages}} para {{period.name}} fue aprobada.',
    seeCoverage,
  ),
  enrollment_unable_to_process: student(
    'Su inscripción necesita su atención',
    'Todavía no podemos procesar su inscripción en la cobertura {{decision.coverages}} para {{period.name}}:',
    '{{decision.reasons}}',
    'Corríjala a más tardar el {{decision.respond_by|último día para inscribirse}}. De lo contrario, no podremos inscribirle en esta cobertura.',
    `Para corregirla: ${at('status')}`,
  ),
  auto_enrolled: student(
    'Se le inscribió en el seguro médico estudiantil',
    'A la fecha límite no teníamos ningún formulario suyo que pudiéramos aceptar. Se le inscribió en la cobertura {{decision.coverages}} para {{period.name}} y se cobrará a su cuenta de estudiante. Si no hace nada, seguirá en el plan.',
    `Si tiene otro seguro y todavía quiere renunciar: ${at('waive')}`,
    seeCoverage,
  ),
  reverification_needed: student(
    'Confirme su seguro',
    `Usted renunció a la cobertura {{decision.coverages}} para {{period.name}}. Para mantener su renuncia, muéstrenos de inmediato que su otro seguro sigue activo. De lo contrario, ${charged}`,
    `Para enviarnos su seguro actual: ${at('waive')}`,
  ),
  reverification_failed: student(
    'No pudimos confirmar su seguro',
    'No pudimos confirmar que su otro seguro siga activo:',
    '{{decision.reasons}}',
    `Envíenos su seguro actual de inmediato. De lo contrario, ${charged}`,
    `Para enviarlo: ${at('waive')}`,
  ),
  aging_out_90_days: agingOut,
  aging_out_60_days: agingOut,
  aging_out_30_days: agingOut,
  deadline_reminder: student(
    'Su formulario del seguro vence el {{deadline.on}}',
    'No hemos recibido su formulario del seguro para {{period.name}}. Inscríbase o renuncie a más tardar el {{deadline.on}}. Días que quedan: {{deadline.days_left}}.',
    `Para inscribirse: ${at('enroll')}`,
    `Para renunciar porque tiene otro seguro: ${at('waive')}`,
    `Si no recibimos noticias suyas, ${charged}`,
  ),
  appeal_received: student(
    'Recibimos su apelación',
    `Recibimos su apelación para {{period.name}}. ${number} Le escribiremos cuando tomemos una decisión.`,
    seeStatus,
  ),
  appeal_decided: student(
    'Tomamos una decisión sobre su apelación',
    'Revisamos su apelación sobre la cobertura {{decision.coverages}} para {{period.name}}:',
    '{{decision.reasons}}',
    seeStatus,
  ),
  // it goes to a typed address, so it names no one
  resume_link: [
    'Continúe su formulario del seguro',
    'Hola:',
    'Usted guardó su formulario del seguro para {{period.name}}. Continúelo aquí:',
    '{{link.address}}',
    'El enlace es válido por {{link.valid_for}}. No lo comparta.',
    questions,
    signed,
  ],
  status_code: student(
    'Su código para el seguro médico estudiantil de {{school.name}}',
    'Escriba este código para ver su estado de {{period.name}}: <strong>{{code.digits}}</strong>',
    'Sirve una sola vez, durante {{code.valid_for}}. Nunca se lo pediremos por teléfono ni por correo electrónico. Si usted no lo pidió, no haga caso de este correo.',
  ),
}
