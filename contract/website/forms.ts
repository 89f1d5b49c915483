import * as z from 'zod/mini'
import { text } from '../fields.ts'
import { distinctKeys, itemKey, richText, type Misfit } from '../document.ts'
import { periodDocument } from '../periods/document.ts'
import { askedFieldName, type FormKind } from './asked-fields.ts'

const formField = (kind: FormKind) =>
  z.strictObject({
    key: itemKey,
    name: askedFieldName(kind),
    /** Null for the record's own word. */
    label: z.nullable(text(160)),
    help: z.nullable(text(500)),
    is_required: z.boolean(),
  })

const formStep = (kind: FormKind) =>
  z.strictObject({
    key: itemKey,
    title: text(160),
    body: richText,
    fields: z.array(formField(kind)).check(z.maxLength(80)),
  })
export type FormStep = z.output<ReturnType<typeof formStep>>
export type FormField = FormStep['fields'][number]

/** What a student states by a tick; the form cannot be sent without it. */
const attestation = z.strictObject({ key: itemKey, label: text(1000) })

/** One field is asked for once, wherever. */
const askedTwice = (steps: readonly FormStep[]): readonly Misfit[] => {
  const seen = new Set<string>()
  return steps.flatMap(({ fields }, step) =>
    fields.flatMap(({ name }, index) => {
      const isAgain = seen.has(name)
      seen.add(name)
      return isAgain
        ? [[`steps.${step}.fields.${index}.name`, 'The form asks for this already.'] as const]
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
      /** Whether students may send it, within its window. */
      is_open: z.boolean(),
      steps: z.array(formStep(asks)).check(z.maxLength(20)),
      attestations: z.array(attestation).check(z.maxLength(20)),
      /** What a student reads once it is sent. */
      confirmation: richText,
    },
    labels: {
      is_open: 'Open to students',
      steps: 'Steps',
      attestations: 'Attestations',
      confirmation: 'Confirmation',
    },
    empty: { is_open: true, steps: [], attestations: [], confirmation: '' },
    misfits: ({ steps, attestations }) => [
      ...distinctKeys('steps', steps),
      ...steps.flatMap(({ fields }, index) => distinctKeys(`steps.${index}.fields`, fields)),
      ...askedTwice(steps),
      ...distinctKeys('attestations', attestations),
    ],
  })

const introOf = <const K extends string>(kind: K, label: string) =>
  periodDocument({
    kind,
    label,
    isPublished: true,
    isWebsite: true,
    shape: { title: z.nullable(text(160)), body: richText },
    labels: { title: 'Title', body: 'Text' },
    empty: { title: null, body: '' },
  })

/** The two forms of the student site, each with what stands before it. */
export const enrollForm = form('enroll-form', 'enroll', 'Enroll form')
export const waiverForm = form('waiver-form', 'waive', 'Waiver form')
export const enrollFormIntro = introOf('enroll-form/intro', 'Introduction of the enroll form')
export const waiverFormIntro = introOf('waiver-form/intro', 'Introduction of the waiver form')
