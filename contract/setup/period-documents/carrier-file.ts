import * as z from 'zod/mini'
import {
  coverageLabels,
  coverages,
  statusCatalogue,
  type Coverage,
} from '#contract/platform/coverage/choices.ts'
import { tiers } from '#contract/platform/coverage/status-groups.ts'
import { text } from '#contract/platform/fields.ts'
import { periodDocument } from './document.ts'

/** The coverage level (HD05) of a student without dependents. */
export const singleLevels = ['IND', 'EMP'] as const
export const singleLevelLabels: Record<(typeof singleLevels)[number], string> = {
  IND: 'IND (individual)',
  EMP: 'EMP (employee only)',
}

/** The coverage level (HD05) of spouse and children: one for all, or by the number of dependents. */
export const coverageLevels = ['family', 'by_number'] as const
export const coverageLevelLabels: Record<(typeof coverageLevels)[number], string> = {
  family: 'FAM for every family',
  by_number: 'E2D with 1 child, E3D with more',
}

/** Whether the file has SSNs. */
export const ssnPolicies = ['required', 'if_known', 'never'] as const
export const ssnPolicyLabels: Record<(typeof ssnPolicies)[number], string> = {
  required: 'Required: students without an SSN are left out',
  if_known: 'Send if known; otherwise send the student ID',
  never: 'Never send; use the student ID',
}

/** The reference (REF01) with the student ID; the other one has the member ID or the group number. */
export const studentIdPlaces = ['0F', '1L'] as const
export const studentIdPlaceLabels: Record<(typeof studentIdPlaces)[number], string> = {
  '0F': 'REF*0F, subscriber number',
  '1L': 'REF*1L, policy number (only if the carrier asks for it)',
}

/** An interchange ID (ISA06, ISA08): capitals, digits and a few marks, without blanks. */
const interchangeId = z
  .string()
  .check(z.regex(/^[A-Za-z0-9._-]{1,15}$/, 'Use up to 15 letters, digits, dots, dashes or underscores.'))

const ein = z.string().check(z.regex(/^\d{2}-?\d{7}$/, 'Enter the 9 digits of the EIN.'))

/** A code that’s written into the file as it is. */
const code = (most: number) =>
  z
    .string()
    .check(
      z.maxLength(most),
      z.regex(/^[A-Za-z0-9][A-Za-z0-9 ._/-]*$/, 'Use letters, digits, spaces, dots, dashes and slashes.'),
    )

const planCode = z.nullable(code(50))

/** The carrier’s plan code of each tier; null if the plan doesn’t have the tier. */
const planCodes = z.strictObject({
  enrolled: planCode,
  enrolled_ech: planCode,
  enrolled_esp: planCode,
  enrolled_espch: planCode,
  enrolled_espch2: planCode,
  enrolled_efam: planCode,
})

const noPlanCodes: z.output<typeof planCodes> = {
  enrolled: null,
  enrolled_ech: null,
  enrolled_esp: null,
  enrolled_espch: null,
  enrolled_espch2: null,
  enrolled_efam: null,
}

/** The document’s field with a coverage type’s plan codes. */
export const planCodesOf = (coverage: Coverage) => `${coverage}_plan_codes` as const

const planCodeParts = Object.fromEntries(
  coverages.flatMap((coverage) =>
    tiers.map((tier) => [`${planCodesOf(coverage)}.${tier}`, statusCatalogue[tier].label]),
  ),
)

/** What the carrier agreed on for its 834 files: who sends what to whom, and the code of each plan. */
export const carrierFile = periodDocument({
  kind: 'carrier-file',
  label: 'Carrier file settings',
  shape: {
    sender_id: z.nullable(interchangeId),
    receiver_id: z.nullable(interchangeId),
    /** The master policy number (REF*38). */
    policy_number: z.nullable(code(50)),
    sponsor_ein: z.nullable(ein),
    carrier_name: z.nullable(text(60)),
    carrier_id: z.nullable(code(80)),
    administrator_name: z.nullable(text(60)),
    administrator_id: z.nullable(code(80)),
    medical_plan_codes: planCodes,
    dental_plan_codes: planCodes,
    vision_plan_codes: planCodes,
    single_level: z.enum(singleLevels),
    family_levels: z.enum(coverageLevels),
    ssns: z.enum(ssnPolicies),
    student_id_place: z.enum(studentIdPlaces),
    sends_premiums: z.boolean(),
  },
  labels: {
    sender_id: 'Sender ID',
    receiver_id: 'Receiver ID',
    policy_number: 'Policy number',
    sponsor_ein: 'School’s EIN',
    carrier_name: 'Carrier name',
    carrier_id: 'Carrier ID',
    administrator_name: 'TPA name',
    administrator_id: 'TPA ID',
    medical_plan_codes: `${coverageLabels.medical} plan codes`,
    dental_plan_codes: `${coverageLabels.dental} plan codes`,
    vision_plan_codes: `${coverageLabels.vision} plan codes`,
    single_level: 'Student only',
    family_levels: 'Spouse and children',
    ssns: 'SSNs',
    student_id_place: 'Student ID',
    sends_premiums: 'Send premiums',
  },
  choices: { ...singleLevelLabels, ...coverageLevelLabels, ...ssnPolicyLabels, ...studentIdPlaceLabels },
  parts: planCodeParts,
  empty: {
    sender_id: null,
    receiver_id: null,
    policy_number: null,
    sponsor_ein: null,
    carrier_name: null,
    carrier_id: null,
    administrator_name: null,
    administrator_id: null,
    medical_plan_codes: noPlanCodes,
    dental_plan_codes: noPlanCodes,
    vision_plan_codes: noPlanCodes,
    single_level: 'IND',
    family_levels: 'family',
    ssns: 'never',
    student_id_place: '0F',
    sends_premiums: true,
  },
  issues: ({ administrator_name: name, administrator_id: id }) =>
    name !== null && id === null
      ? [['administrator_id', 'Enter the administrator’s ID, or remove its name.'] as const]
      : [],
})
export type CarrierSettings = z.output<typeof carrierFile.content>

/** The fields without which no file can be made. */
export const neededSettings = [
  'sender_id',
  'receiver_id',
  'policy_number',
  'sponsor_ein',
  'carrier_name',
  'carrier_id',
] as const satisfies readonly (keyof CarrierSettings)[]
export type NeededSetting = (typeof neededSettings)[number]

/** Settings with everything that a file needs. */
export type CompleteSettings = CarrierSettings & Readonly<Record<NeededSetting, string>>

/** Returns which needed fields are empty. */
export const missingSettings = (settings: CarrierSettings): NeededSetting[] =>
  neededSettings.filter((name) => settings[name] === null)

export const isComplete = (settings: CarrierSettings): settings is CompleteSettings =>
  missingSettings(settings).length === 0
