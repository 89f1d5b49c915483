import { useQueryClient } from '@tanstack/react-query'
import {
  getGlobalEmailTemplate,
  getSchoolEmailTemplate,
  listEmailTemplateHistory,
  listGlobalEmailTemplates,
  listSchoolEmailTemplates,
  replaceGlobalEmailTemplate,
  replaceSchoolEmailTemplate,
} from '#contract/mail/email-templates/endpoints.ts'
import type { GlobalTemplate, SchoolTemplate } from '#contract/mail/email-templates/shapes.ts'
import { getSchoolEmailSettings } from '#contract/setup/schools/endpoints.ts'
import type { SavedBy } from '#client/platform/edit/merge-dialog.tsx'
import { usePartEdit, type PartEdit } from '#client/platform/edit/use-part-edit.tsx'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { call } from '#client/platform/lib/call.ts'
import { keyOf, useSend } from '#client/platform/lib/query.ts'
import { globalPart, schoolPart, type TemplateValues } from './template-values.ts'

/** Endpoints to reload after a template changed. A school's switch is also one of its email settings. */
export const templateReads = [
  listGlobalEmailTemplates,
  getGlobalEmailTemplate,
  listSchoolEmailTemplates,
  getSchoolEmailTemplate,
  listEmailTemplateHistory,
  getSchoolEmailSettings,
] as const

export type TemplateEdit = PartEdit<TemplateValues>

/** Said after every change: emails that are already queued keep their text. */
const fromNowOn = 'It applies to emails queued from now on.'

const savedByOf = ({
  updated_by: by,
  updated_at: at,
}: Pick<GlobalTemplate, 'updated_by' | 'updated_at'>): SavedBy | null =>
  by && at !== null ? { ...by, at } : null

/** Creates a form for a global template. */
export const useGlobalTemplateEdit = (template: GlobalTemplate): TemplateEdit => {
  const client = useQueryClient()
  const offerUndo = useUndo(templateReads, 'template')
  const { send } = useSend(replaceGlobalEmailTemplate, { refreshes: templateReads, quiet: true })
  const params = { id: template.id }
  return usePartEdit({
    part: {
      ...globalPart,
      readSavedBy: async () => savedByOf(await call(getGlobalEmailTemplate, { params })),
    },
    record: template,
    draft: { form: `global-email-template:${template.id}` },
    save: async ({ is_enabled: _isOn, ...content }, version) => {
      const { reply, changeId } = await send({ params, body: { ...content, version } })
      client.setQueryData(keyOf(getGlobalEmailTemplate, { params }), reply)
      offerUndo({ changeId, title: `${reply.name} saved`, description: fromNowOn })
      return reply
    },
  })
}

/** Creates a form for a school's template. */
export const useSchoolTemplateEdit = (template: SchoolTemplate): TemplateEdit => {
  const client = useQueryClient()
  const offerUndo = useUndo(templateReads, 'template')
  const { send } = useSend(replaceSchoolEmailTemplate, { refreshes: templateReads, quiet: true })
  const params = { id: template.id }
  return usePartEdit({
    part: {
      ...schoolPart,
      readSavedBy: async () => savedByOf(await call(getSchoolEmailTemplate, { params })),
    },
    record: template,
    draft: { form: `school-email-template:${template.id}` },
    save: async (facts, version) => {
      const { reply, changeId } = await send({ params, body: { ...facts, version } })
      client.setQueryData(keyOf(getSchoolEmailTemplate, { params }), reply)
      offerUndo({ changeId, title: `${reply.name} saved`, description: fromNowOn })
      return reply
    },
  })
}
