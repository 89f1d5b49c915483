import { useState, type ReactNode } from 'react'
import type * as z from 'zod/mini'
import { dates } from '#contract/periods/dates.ts'
import {
  replaceDates,
  replaceEnrollmentOptions,
  replaceInsuranceConfiguration,
} from '#contract/periods/endpoints.ts'
import { enrollmentOptions } from '#contract/periods/enrollment-options.ts'
import { insuranceConfiguration } from '#contract/periods/insurance-configuration.ts'
import { showsDocuments } from '#client/common/set-up/document-page.tsx'
import { useDocumentEdit } from '#client/common/set-up/use-document-edit.ts'
import { useWhenOnline } from '#client/lib/use-when-online.ts'
import { useSend } from '#client/lib/query.ts'
import { useLeaveGuard } from '#client/ui/form/dirty-guard.ts'
import { useToast } from '#client/ui/toast.tsx'
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
  readonly save: () => Promise<boolean>
}

/**
 * One after another, each over its own version; the first that is not saved ends it, and keeps what is typed. What is
 * typed into one while it is saved ends nothing: it waits for the next Save.
 */
const saveInTurn = async (edits: readonly Part[]): Promise<boolean> => {
  for (const { save, isDirty } of edits) if (isDirty && !(await save())) return false
  return true
}

interface EditProps<R, E> {
  readonly period: number
  readonly record: R
  readonly show: (edit: E) => ReactNode
}

/** The lines, being edited. @throws UnreadableError */
export const EditLines = (props: EditProps<Lines, ReturnType<typeof useLinesEdit>>) =>
  props.show(useLinesEdit(props.period, props.record))

/** The days, being edited. @throws UnreadableError */
export const EditDates = (props: EditProps<Days, ReturnType<typeof useDatesEdit>>) =>
  props.show(useDatesEdit(props.period, props.record))

/** The rules, being edited. @throws UnreadableError */
export const EditRules = (props: EditProps<Rules, ReturnType<typeof useRulesEdit>>) =>
  props.show(useRulesEdit(props.period, props.record))

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
    const isSaved = await saveInTurn(all).finally(() => setSaving(false))
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
  return { isDirty, isWaiting, isSaving, save, discard }
}

const useLinesEdit = (period: number, record: Lines) => {
  const { send } = useSend(replaceEnrollmentOptions, { refreshes: showsDocuments, quiet: true })
  return useDocumentEdit({
    document: enrollmentOptions,
    periodId: period,
    schema: replaceEnrollmentOptions.body,
    record,
    labels: lineLabels,
    words: optionsWordsOf,
    isPart: true,
    save: async (body) => (await send({ params: { id: period }, body })).reply,
  })
}

const useDatesEdit = (period: number, record: Days) => {
  const { send } = useSend(replaceDates, { refreshes: showsDocuments, quiet: true })
  return useDocumentEdit({
    document: dates,
    periodId: period,
    schema: replaceDates.body,
    record,
    labels: dateLabels,
    words: optionsWordsOf,
    isPart: true,
    save: async (body) => (await send({ params: { id: period }, body })).reply,
  })
}

const useRulesEdit = (period: number, record: Rules) => {
  const { send } = useSend(replaceInsuranceConfiguration, { refreshes: showsDocuments, quiet: true })
  return useDocumentEdit({
    document: insuranceConfiguration,
    periodId: period,
    schema: replaceInsuranceConfiguration.body,
    record,
    labels: ruleLabels,
    words: optionsWordsOf,
    isPart: true,
    save: async (body) => (await send({ params: { id: period }, body })).reply,
  })
}
