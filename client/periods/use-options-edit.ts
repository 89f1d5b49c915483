import { useState } from 'react'
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

/** What the screen of the insurance options shows: three documents that staff know as one. */
export interface OptionsRecord {
  readonly options: Kept<typeof enrollmentOptions>
  readonly days: Kept<typeof dates>
  readonly rules: Kept<typeof insuranceConfiguration>
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

/** The three documents being edited as one: one save, one guard, one word of success. */
export const useOptionsEdit = (period: number, record: OptionsRecord) => {
  const toast = useToast()
  const edits = {
    options: useLinesEdit(period, record),
    days: useDatesEdit(period, record),
    rules: useRulesEdit(period, record),
  }
  const all = Object.values(edits)
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
  return { edits, isDirty, isWaiting, isSaving, save, discard }
}

const useLinesEdit = (period: number, { options }: OptionsRecord) => {
  const { send } = useSend(replaceEnrollmentOptions, { refreshes: showsDocuments, quiet: true })
  return useDocumentEdit({
    document: enrollmentOptions,
    periodId: period,
    schema: replaceEnrollmentOptions.body,
    record: options,
    labels: lineLabels,
    words: optionsWordsOf,
    isPart: true,
    save: async (body) => (await send({ params: { id: period }, body })).reply,
  })
}

const useDatesEdit = (period: number, record: OptionsRecord) => {
  const { send } = useSend(replaceDates, { refreshes: showsDocuments, quiet: true })
  return useDocumentEdit({
    document: dates,
    periodId: period,
    schema: replaceDates.body,
    record: record.days,
    labels: dateLabels,
    words: optionsWordsOf,
    isPart: true,
    save: async (body) => (await send({ params: { id: period }, body })).reply,
  })
}

const useRulesEdit = (period: number, { rules }: OptionsRecord) => {
  const { send } = useSend(replaceInsuranceConfiguration, { refreshes: showsDocuments, quiet: true })
  return useDocumentEdit({
    document: insuranceConfiguration,
    periodId: period,
    schema: replaceInsuranceConfiguration.body,
    record: rules,
    labels: ruleLabels,
    words: optionsWordsOf,
    isPart: true,
    save: async (body) => (await send({ params: { id: period }, body })).reply,
  })
}
