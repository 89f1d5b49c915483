import { useEffect, useState, type ReactNode } from 'react'
import type * as z from 'zod/mini'
import { dates } from '#contract/periods/dates.ts'
import {
  replaceDates,
  replaceEnrollmentOptions,
  replaceInsuranceConfiguration,
} from '#contract/periods/endpoints.ts'
import { enrollmentOptions } from '#contract/periods/enrollment-options.ts'
import { insuranceConfiguration } from '#contract/periods/insurance-configuration.ts'
import { replaceDocuments } from '#contract/website/several-documents.ts'
import { showsDocuments } from '#client/common/set-up/document-page.tsx'
import { useDocumentEdit } from '#client/common/set-up/use-document-edit.ts'
import { useWhenOnline } from '#client/lib/use-when-online.ts'
import { useSend } from '#client/lib/query.ts'
import { useFormErrors } from '#client/ui/form/form.tsx'
import { useLeaveGuard } from '#client/ui/form/dirty-guard.ts'
import { useToast } from '#client/ui/toast.tsx'
import { createSaveTogether, type Join } from './save-together.ts'
import { optionsWordsOf } from './options-conflict.ts'
import { dateLabels, lineLabels, ruleLabels } from './options-words.ts'

type Kept<D extends { content: z.core.$ZodType }> = z.output<D['content']> & { readonly version: number }

type Lines = Kept<typeof enrollmentOptions>
type Days = Kept<typeof dates>
type Rules = Kept<typeof insuranceConfiguration>

/** The three documents that staff know as one, each being edited; null for one that cannot be read. */
export interface OptionsEdits {
  readonly options: ReturnType<typeof useLinesEdit> | null
  readonly days: ReturnType<typeof useDatesEdit> | null
  readonly rules: ReturnType<typeof useRulesEdit> | null
}

interface Part {
  readonly isDirty: boolean
  readonly form: { readonly methods: { readonly trigger: () => Promise<boolean> } }
  readonly save: () => Promise<boolean>
}

/**
 * All that changed at once, or nothing of it: where a form refuses what is typed, that is said and nothing is sent. What is
 * typed into one while it is saved waits for the next Save.
 */
const saveTogether = async (edits: readonly Part[]): Promise<boolean> => {
  const changed = edits.filter(({ isDirty }) => isDirty)
  const validity = await Promise.all(
    changed.map(async (edit) => ({ edit, isValid: await edit.form.methods.trigger() })),
  )
  const wrong = validity.filter(({ isValid }) => !isValid).map(({ edit }) => edit)
  if (wrong.length === 0) return (await Promise.all(changed.map(({ save }) => save()))).every(Boolean)
  // the first one last: it has the focus
  for (const { save } of wrong.toReversed()) await save()
  return false
}

interface EditPlace {
  readonly period: number
  readonly join: Join
}

interface EditProps<R, E> extends EditPlace {
  readonly record: R
  readonly show: (edit: E) => ReactNode
}

/** Where the three documents of a period are handed in, to be saved in one call. */
export const useSaveTogether = (period: number): Join => {
  const { send } = useSend(replaceDocuments, { refreshes: showsDocuments, quiet: true })
  const [together] = useState(createSaveTogether)
  useEffect(() => {
    together.sendBy(async (documents) => {
      const { reply } = await send({ params: { id: period }, body: { documents } })
      return reply.documents
    })
  }, [together, send, period])
  return together.join
}

/** The lines, being edited. @throws UnreadableError */
export const EditLines = (props: EditProps<Lines, ReturnType<typeof useLinesEdit>>) =>
  props.show(useLinesEdit(props, props.record))

/** The days, being edited. @throws UnreadableError */
export const EditDates = (props: EditProps<Days, ReturnType<typeof useDatesEdit>>) =>
  props.show(useDatesEdit(props, props.record))

/** The rules, being edited. @throws UnreadableError */
export const EditRules = (props: EditProps<Rules, ReturnType<typeof useRulesEdit>>) =>
  props.show(useRulesEdit(props, props.record))

/** The documents being edited as one: one save, one guard, one word of success. */
export const useOptionsEdit = ({ options, days, rules }: OptionsEdits) => {
  const toast = useToast()
  const all = [options, days, rules].filter((edit) => edit !== null)
  const isDirty = all.some((edit) => edit.isDirty)
  const isWaiting = all.some((edit) => edit.isWaiting)
  useLeaveGuard({ isDirty: isDirty })
  const [isSaving, setSaving] = useState(false)
  const saveAll = async (): Promise<void> => {
    setSaving(true)
    const isSaved = await saveTogether(all).finally(() => setSaving(false))
    if (isSaved) toast.show({ tone: 'success', title: 'Insurance options saved' })
  }
  const save = (event?: { preventDefault: () => void }): void => {
    event?.preventDefault()
    if (isDirty && !isSaving) void saveAll()
  }
  useWhenOnline(isWaiting, save)
  const discard = (): void => {
    for (const { form, isDirty: isTyped } of all) if (isTyped) form.draft.discard()
  }
  const errors = all.flatMap(({ wrong }, index) =>
    wrong.errors.map((error) => ({ ...error, field: `${index}:${error.field}` })),
  )
  const pick = (place: string): void => {
    const [index = '', ...field] = place.split(':')
    all[Number(index)]?.wrong.pick(field.join(':'))
  }
  return { isDirty, isWaiting, isSaving, save, discard, errors, pick }
}

const useLinesEdit = ({ period, join }: EditPlace, record: Lines) => {
  const edit = useDocumentEdit({
    document: enrollmentOptions,
    periodId: period,
    schema: replaceEnrollmentOptions.body,
    record,
    labels: lineLabels,
    words: optionsWordsOf,
    isPart: true,
    save: (body) => join(enrollmentOptions.kind, body),
  })
  return { ...edit, wrong: useFormErrors(edit.form) }
}

const useDatesEdit = ({ period, join }: EditPlace, record: Days) => {
  const edit = useDocumentEdit({
    document: dates,
    periodId: period,
    schema: replaceDates.body,
    record,
    labels: dateLabels,
    words: optionsWordsOf,
    isPart: true,
    save: (body) => join(dates.kind, body),
  })
  return { ...edit, wrong: useFormErrors(edit.form) }
}

const useRulesEdit = ({ period, join }: EditPlace, record: Rules) => {
  const edit = useDocumentEdit({
    document: insuranceConfiguration,
    periodId: period,
    schema: replaceInsuranceConfiguration.body,
    record,
    labels: ruleLabels,
    words: optionsWordsOf,
    isPart: true,
    save: (body) => join(insuranceConfiguration.kind, body),
  })
  return { ...edit, wrong: useFormErrors(edit.form) }
}
