import * as z from 'zod/mini'
import { text } from '../fields.ts'
import { foldText } from '../fold-text.ts'
import { distinctKeys, itemKey, richText, type Misfit } from '../document.ts'
import { periodDocument } from '../periods/document.ts'
import { tones } from './parts.ts'

/** Fields of a student-period whose values a period lists. */
export const optionFields = [
  'program',
  'campus',
  'rotation_location',
  'graduation_year',
  'loa_reason',
] as const
export type OptionField = (typeof optionFields)[number]
export const optionFieldLabels: Record<OptionField, string> = {
  program: 'Programs',
  campus: 'Campuses',
  rotation_location: 'Rotation locations',
  graduation_year: 'Class years',
  loa_reason: 'Reasons for leave',
}

/** A value that may be chosen. Retired, it is offered no more and stays with whoever has it. */
export const option = z.strictObject({ key: itemKey, value: text(150), is_retired: z.boolean() })
export type Option = z.output<typeof option>

const list = z.array(option).check(z.maxLength(300))

/** The values of a period, by field. */
export const options = z.strictObject({
  program: list,
  campus: list,
  rotation_location: list,
  graduation_year: list,
  loa_reason: list,
})
export type Options = z.output<typeof options>
const noOptions: Options = {
  program: [],
  campus: [],
  rotation_location: [],
  graduation_year: [],
  loa_reason: [],
}

/** Where in a form a notice stands. */
export const noticePlaces = ['top', 'before_sending', 'after_deadline'] as const
export const noticePlaceLabels: Record<(typeof noticePlaces)[number], string> = {
  top: 'Above the form',
  before_sending: 'Before sending',
  after_deadline: 'After the deadline',
}

const notice = z.strictObject({
  key: itemKey,
  place: z.enum(noticePlaces),
  tone: z.enum(tones),
  body: richText,
})
export type Notice = z.output<typeof notice>

/** Four digits, 1950–2100. */
export const isClassYear = (value: string): boolean => /^(19[5-9]\d|20\d\d|2100)$/.test(value)

const optionMisfits = (field: OptionField, listed: readonly Option[]): readonly Misfit[] => [
  ...distinctKeys(`options.${field}`, listed),
  ...listed.flatMap(({ value }, index): Misfit[] => {
    const path = `options.${field}.${index}.value`
    if (field === 'graduation_year' && !isClassYear(value))
      return [[path, 'A class year has four digits, 1950 to 2100.']]
    const first = listed.findIndex((other) => foldText(other.value) === foldText(value))
    return first === index ? [] : [[path, 'This is in the list already.']]
  }),
]

const dropdowns = <const K extends string>(kind: K, label: string) =>
  periodDocument({
    kind,
    label,
    access: 'school',
    shape: {
      /** One list per field for the whole period: both forms' documents show the same (docs/decisions/050). */
      options,
      /** The form's own. */
      notices: z.array(notice).check(z.maxLength(20)),
    },
    labels: { options: 'Options', notices: 'Notices' },
    empty: { options: noOptions, notices: [] },
    misfits: (content) => [
      ...optionFields.flatMap((field) => optionMisfits(field, content.options[field])),
      ...distinctKeys('notices', content.notices),
    ],
  })

/** What may be chosen in a period, and what each form warns of. Holds from the moment it is saved. */
export const enrollFormDropdowns = dropdowns(
  'enroll-form/dropdowns-and-notices',
  'Dropdowns and notices of the enroll form',
)
export const waiverFormDropdowns = dropdowns(
  'waiver-form/dropdowns-and-notices',
  'Dropdowns and notices of the waiver form',
)
