import * as z from 'zod/mini'
import { translated } from '#contract/platform/translation.ts'
import { text } from '#contract/platform/fields.ts'
import { foldText } from '#contract/platform/fold-text.ts'
import { distinctKeys, itemKey, richText, type ContentIssue } from '#contract/platform/document.ts'
import { periodDocument } from './document.ts'
import { toneLabels, tones } from './parts.ts'

/** The student-period fields whose values a period lists. */
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
  loa_reason: 'Leave of absence reasons',
}

/** A value of a list. Retired values are no longer offered, but records keep them. */
const option = z.strictObject({ key: itemKey, ...translated({ value: text(150) }), is_retired: z.boolean() })
export type Option = z.output<typeof option>

const list = z.array(option).check(z.maxLength(300))

/** The values of a period by field. */
const options = z.strictObject({
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

/** Where a notice appears in a form. */
export const noticePlaces = ['top', 'before_sending', 'after_deadline'] as const
export const noticePlaceLabels: Record<(typeof noticePlaces)[number], string> = {
  top: 'Above the form',
  before_sending: 'Above the Submit button',
  after_deadline: 'After the deadline',
}

const notice = z.strictObject({
  key: itemKey,
  place: z.enum(noticePlaces),
  tone: z.enum(tones),
  ...translated({ body: richText }),
})
export type Notice = z.output<typeof notice>

/** Returns whether a value is a year from 1950 to 2100 in 4 digits. */
export const isClassYear = (value: string): boolean => /^(19[5-9]\d|20\d\d|2100)$/.test(value)

const optionIssues = (field: OptionField, listed: readonly Option[]): readonly ContentIssue[] => [
  ...distinctKeys(`options.${field}`, listed),
  ...listed.flatMap(({ value }, index): ContentIssue[] => {
    const path = `options.${field}.${index}.value`
    if (field === 'graduation_year' && !isClassYear(value))
      return [[path, 'Enter a 4-digit year from 1950 to 2100.']]
    const first = listed.findIndex((other) => foldText(other.value) === foldText(value))
    return first === index ? [] : [[path, 'This option is already in the list.']]
  }),
]

const dropdowns = <const K extends string>(kind: K, label: string) =>
  periodDocument({
    kind,
    label,
    isSeenOnSave: true,
    access: 'school',
    shape: {
      /** One list per field for the whole period; both forms show the same. */
      options,
      /** The notices of the form itself. */
      notices: z.array(notice).check(z.maxLength(20)),
    },
    labels: { options: 'Options', notices: 'Notices' },
    choices: toneLabels,
    empty: { options: noOptions, notices: [] },
    issues: (content) => [
      ...optionFields.flatMap((field) => optionIssues(field, content.options[field])),
      ...distinctKeys('notices', content.notices),
    ],
  })

/** The values of a period and each form’s notices. Applies when it’s saved. */
export const enrollFormDropdowns = dropdowns(
  'enroll-form/dropdowns-and-notices',
  'Enrollment form dropdowns and notices',
)
export const waiverFormDropdowns = dropdowns(
  'waiver-form/dropdowns-and-notices',
  'Waiver form dropdowns and notices',
)
