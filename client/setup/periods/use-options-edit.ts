import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import type { Shape } from '#contract/platform/document.ts'
import type { dates } from '#contract/setup/period-documents/dates.ts'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import type { enrollmentOptions } from '#contract/setup/period-documents/enrollment-options.ts'
import type { insuranceConfiguration } from '#contract/setup/period-documents/insurance-configuration.ts'
import { replaceDocuments } from '#contract/setup/website/several-documents.ts'
import { showsDocuments } from '#client/setup/period-documents/document-page.tsx'
import {
  readDocument,
  useDocumentEdit,
  type DocumentEdit,
} from '#client/setup/period-documents/use-document-edit.ts'
import { useWhenOnline } from '#client/platform/lib/use-when-online.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { useFormErrors } from '#client/platform/ui/form/form.tsx'
import { isLostOnLeaving, useLeaveGuard } from '#client/platform/ui/form/dirty-guard.ts'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { createSaveTogether, type Join } from './save-together.ts'
import { optionsTextsOf } from './options-text.ts'

/** A document being edited with others, and its errors. */
export interface PartEdited<S extends Shape> extends DocumentEdit<S> {
  readonly wrong: ReturnType<typeof useFormErrors>
}

type PartOf<D extends PeriodDocument> = PartEdited<D['content']['shape']> | null

/** The three documents of the insurance options, each being edited; null for one that can't be read. */
export interface OptionsEdits {
  readonly options: PartOf<typeof enrollmentOptions>
  readonly days: PartOf<typeof dates>
  readonly rules: PartOf<typeof insuranceConfiguration>
}

interface Part {
  readonly isDirty: boolean
  readonly form: { readonly methods: { readonly trigger: () => Promise<boolean> } }
  readonly save: () => Promise<boolean>
}

/**
 * Saves all changed documents at once or none: if a form has errors, they're shown and nothing is sent. Text typed
 * during the save waits for the next one.
 */
const saveTogether = async (edits: readonly Part[]): Promise<boolean> => {
  const changed = edits.filter(({ isDirty }) => isDirty)
  const validity = await Promise.all(
    changed.map(async (edit) => ({ edit, isValid: await edit.form.methods.trigger() })),
  )
  const wrong = validity.filter(({ isValid }) => !isValid).map(({ edit }) => edit)
  if (wrong.length === 0) return (await Promise.all(changed.map(({ save }) => save()))).every(Boolean)
  // the first one last, so that it gets the focus
  for (const { save } of wrong.toReversed()) await save()
  return false
}

/** Calls back when the last conflict is resolved: then everything is saved together. */
const useWhenChosen = (
  edits: readonly { readonly choices: number; readonly conflict: ReactNode }[],
  onChosen: () => void,
): void => {
  const choices = edits.reduce((sum, edit) => sum + edit.choices, 0)
  const saveChosen = useEffectEvent(() => {
    if (edits.every(({ conflict }) => conflict === null)) onChosen()
  })
  useEffect(() => {
    if (choices > 0) saveChosen()
  }, [choices])
}

/** Collects the three documents of a period, to be saved in one call. */
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

interface PartOptions<S extends Shape> {
  readonly document: PeriodDocument<string, S>
  readonly period: number
  readonly data: unknown
  /** Registers the edit, to be saved with the others. */
  readonly join: Join
}

/** Edits one of them. @throws UnreadableError */
export const usePartOfOptions = <S extends Shape>({
  document,
  period,
  data,
  join,
}: PartOptions<S>): PartEdited<S> => {
  const edit = useDocumentEdit({
    document,
    periodId: period,
    record: readDocument(document, data),
    valueWords: optionsTextsOf,
    isPart: true,
    save: (body) => join(document.kind, body),
  })
  return { ...edit, wrong: useFormErrors(edit.form) }
}

/** Edits the documents as one: one save, one message, and leaving asks only for what no draft keeps. */
export const useOptionsEdit = ({ options, days, rules }: OptionsEdits) => {
  const toast = useToast()
  const all = [options, days, rules].filter((edit) => edit !== null)
  const isDirty = all.some((edit) => edit.isDirty)
  const isWaiting = all.some((edit) => edit.isWaiting)
  useLeaveGuard({
    isDirty: all.some(({ form, ...edit }) => isLostOnLeaving(form.draft, edit)),
    // a topic’s page keeps the text of the others
    isNextStep: (pathname) => pathname === window.location.pathname,
  })
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
  useWhenChosen(all, save)
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
  /** Shown one at a time. */
  const firstOf = (name: 'behind' | 'conflict') => all.find((edit) => edit[name] !== null)?.[name] ?? null
  const [behind, conflict] = [firstOf('behind'), firstOf('conflict')]
  return { isDirty, isWaiting, isSaving, save, discard, errors, pick, behind, conflict }
}
