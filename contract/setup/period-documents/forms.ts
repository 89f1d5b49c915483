import * as z from 'zod/mini'
import { translated } from '#contract/platform/translation.ts'
import { text } from '#contract/platform/fields.ts'
import { attestedKeys, attestedLabels } from './attested.ts'
import { distinctKeys, itemKey, richText, type ContentIssue } from '#contract/platform/document.ts'
import { periodDocument } from './document.ts'
import { formFieldName, type FormKind } from './form-fields.ts'

const formField = (kind: FormKind) =>
  z.strictObject({
    key: itemKey,
    name: formFieldName(kind),
    /** The label is null for the default one of the field. */
    ...translated({ label: z.nullable(text(160)), help: z.nullable(text(500)) }),
    is_required: z.boolean(),
  })

const formStep = (kind: FormKind) =>
  z.strictObject({
    key: itemKey,
    ...translated({ title: text(160), body: richText }),
    fields: z.array(formField(kind)).check(z.maxLength(80)),
  })
type FormStep = z.output<ReturnType<typeof formStep>>
export type FormField = FormStep['fields'][number]

/** An attestation the student must check before sending the form. */
const attestation = z.strictObject({
  key: itemKey,
  ...translated({ label: text(1000) }),
  /** The requirement of the waiver rules that it answers, if any. Statements saved before have none. */
  confirms: z.optional(z.nullable(z.enum(attestedKeys))),
})
export type Attestation = z.output<typeof attestation>

/**
 * Returns an issue for each statement that answers a requirement again, or that answers one in the enrollment form,
 * which no waiver rule checks.
 */
const confirmationIssues = (asks: FormKind, attestations: readonly Attestation[]): readonly ContentIssue[] =>
  attestations.flatMap(({ confirms }, index): ContentIssue[] => {
    if (confirms == null) return []
    const at = `attestations.${index}.confirms`
    if (asks === 'enroll') return [[at, 'Only statements on the waiver form can meet requirements.']]
    return attestations.findIndex((other) => other.confirms === confirms) === index
      ? []
      : [[at, 'Another statement already answers this requirement.']]
  })

/** Returns an issue for each field that’s on the form more than once. */
const duplicateFields = (steps: readonly FormStep[]): readonly ContentIssue[] => {
  const seen = new Set<string>()
  return steps.flatMap(({ fields }, step) =>
    fields.flatMap(({ name }, index) => {
      const isAgain = seen.has(name)
      seen.add(name)
      return isAgain
        ? [[`steps.${step}.fields.${index}.name`, 'This field is already on the form.'] as const]
        : []
    }),
  )
}

const form = <const K extends string>(kind: K, asks: FormKind, label: string) =>
  periodDocument({
    kind,
    label,
    isPublished: true,
    isWebsite: true,
    shape: {
      /** Whether students can submit it within its window. */
      is_open: z.boolean(),
      steps: z.array(formStep(asks)).check(z.maxLength(20)),
      attestations: z.array(attestation).check(z.maxLength(20)),
      /** What students see after they submit it. */
      ...translated({ confirmation: richText }),
    },
    labels: {
      is_open: 'Open to students',
      steps: 'Steps',
      attestations: 'Attestations',
      confirmation: 'Confirmation',
      es: 'Spanish',
    },
    choices: attestedLabels,
    empty: { is_open: true, steps: [], attestations: [], confirmation: '' },
    issues: ({ steps, attestations }) => [
      ...distinctKeys('steps', steps),
      ...steps.flatMap(({ fields }, index) => distinctKeys(`steps.${index}.fields`, fields)),
      ...duplicateFields(steps),
      ...distinctKeys('attestations', attestations),
      ...confirmationIssues(asks, attestations),
    ],
  })

const introOf = <const K extends string>(kind: K, label: string) =>
  periodDocument({
    kind,
    label,
    isPublished: true,
    isWebsite: true,
    shape: translated({ title: z.nullable(text(160)), body: richText }),
    labels: { title: 'Title', body: 'Text', es: 'Spanish' },
    empty: { title: null, body: '' },
  })

/** The two forms of the student website, each with its introduction. */
export const enrollForm = form('enroll-form', 'enroll', 'Enrollment form')
export const waiverForm = form('waiver-form', 'waive', 'Waiver form')
export const enrollFormIntro = introOf('enroll-form/intro', 'Enrollment form introduction')
export const waiverFormIntro = introOf('waiver-form/intro', 'Waiver form introduction')
