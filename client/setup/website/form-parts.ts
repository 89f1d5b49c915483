import type { ContentOf } from '#contract/platform/document.ts'
import type { enrollForm } from '#contract/setup/period-documents/forms.ts'
import { newKey } from '#client/platform/lib/new-key.ts'

/** The content of a form of the website; the waiver form has the same fields. */
export type FormContent = ContentOf<typeof enrollForm>
export type Steps = FormContent['steps']

/** The lists of a form’s parts. */
export type FormLists = Pick<FormContent, 'steps' | 'attestations'>

/** Where a field of a form is. */
export interface FieldPlace {
  readonly step: number
  readonly field: number
}

/** A part of a form that has details: its ID stays when it’s moved within its list. */
export type FormPart = { readonly id: string } & (
  | { readonly kind: 'step'; readonly index: number; readonly path: `steps.${number}` }
  | ({ readonly kind: 'field'; readonly path: `steps.${number}.fields.${number}` } & FieldPlace)
  | { readonly kind: 'statement'; readonly index: number; readonly path: `attestations.${number}` }
  | { readonly kind: 'confirmation'; readonly path: 'confirmation' }
)
export type ItemPart = Extract<FormPart, { kind: 'step' | 'statement' }>
export type FieldPart = Extract<FormPart, { kind: 'field' }>

/** Returns the parts of a form in its order. */
export const partsOf = ({ steps, attestations }: FormLists): FormPart[] => [
  ...steps.flatMap(({ key, fields }, step): FormPart[] => [
    { kind: 'step', id: `step ${key}`, index: step, path: `steps.${step}` },
    ...fields.map((one, field): FormPart => {
      const path = `steps.${step}.fields.${field}` as const
      return { kind: 'field', id: `field ${key} ${one.key}`, step, field, path }
    }),
  ]),
  ...attestations.map(({ key }, index): FormPart => {
    return { kind: 'statement', id: `statement ${key}`, index, path: `attestations.${index}` }
  }),
  { kind: 'confirmation', id: 'confirmation', path: 'confirmation' },
]

/** Returns the part that a path of the form is in: a field rather than its step. */
export const partAt = (parts: readonly FormPart[], path: string): FormPart | undefined =>
  parts.findLast((part) => path === part.path || path.startsWith(`${part.path}.`))

const moved = <T>(list: readonly T[], from: number, to: number): T[] =>
  list.toSpliced(from, 1).toSpliced(to, 0, ...list.slice(from, from + 1))

/** Returns a form with a step or a statement at another place of its list. */
export const moveItem = (lists: FormLists, part: ItemPart, to: number): FormLists =>
  part.kind === 'step'
    ? { ...lists, steps: moved(lists.steps, part.index, to) }
    : { ...lists, attestations: moved(lists.attestations, part.index, to) }

/** Returns the place before or after a field, which can be in the step next to its own; null at the ends of the form. */
export const placeBeside = (steps: Steps, { step, field }: FieldPlace, by: -1 | 1): FieldPlace | null => {
  const to = field + by
  if (to >= 0 && to < (steps[step]?.fields.length ?? 0)) return { step, field: to }
  const { [step + by]: next } = steps
  return next ? { step: step + by, field: by < 0 ? next.fields.length : 0 } : null
}

/** Returns a form with a field at another place, counted without the field itself. */
export const moveField = (lists: FormLists, from: FieldPlace, to: FieldPlace): FormLists => {
  const item = lists.steps[from.step]?.fields[from.field]
  return item ? { ...lists, steps: insertField(removeField(lists.steps, from), to, item) } : lists
}

const removeField = (steps: Steps, { step, field }: FieldPlace): Steps =>
  steps.map((one, index) => (index === step ? { ...one, fields: one.fields.toSpliced(field, 1) } : one))

/** Returns the steps with one more field. Its key is new if the step already has it. */
export const insertField = (
  steps: Steps,
  { step, field }: FieldPlace,
  item: Steps[number]['fields'][number],
): Steps =>
  steps.map((one, index) => {
    if (index !== step) return one
    const isTaken = one.fields.some(({ key }) => key === item.key)
    return { ...one, fields: one.fields.toSpliced(field, 0, isTaken ? { ...item, key: newKey() } : item) }
  })

/** Returns a form without a part. */
export const removePart = (lists: FormLists, part: ItemPart | FieldPart): FormLists => {
  if (part.kind === 'field') return { ...lists, steps: removeField(lists.steps, part) }
  return part.kind === 'step'
    ? { ...lists, steps: lists.steps.toSpliced(part.index, 1) }
    : { ...lists, attestations: lists.attestations.toSpliced(part.index, 1) }
}

/** Returns a form with a part that was removed from an earlier one, at the same place. */
export const restorePart = (lists: FormLists, part: ItemPart | FieldPart, before: FormLists): FormLists => {
  if (part.kind === 'field') {
    const item = before.steps[part.step]?.fields[part.field]
    return item ? { ...lists, steps: insertField(lists.steps, part, item) } : lists
  }
  const { index } = part
  if (part.kind === 'step')
    return { ...lists, steps: lists.steps.toSpliced(index, 0, ...before.steps.slice(index, index + 1)) }
  const item = before.attestations.slice(index, index + 1)
  return { ...lists, attestations: lists.attestations.toSpliced(index, 0, ...item) }
}
