import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { getSchoolEmailTemplate, resetSchoolEmailTemplate } from '#contract/mail/email-templates/endpoints.ts'
import type { SchoolTemplate } from '#contract/mail/email-templates/shapes.ts'
import { canBeTurnedOff } from '#contract/setup/schools/email-kinds.ts'
import { getSchool } from '#contract/setup/schools/endpoints.ts'
import { NotFoundState } from '#client/platform/ui/states/not-found-state.tsx'
import { Readable } from '#client/platform/edit/unreadable.tsx'
import { afresh, keyOf, useAsk, useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { useConfirm } from '#client/platform/ui/overlays/confirm.tsx'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'
import { PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { CompareDialog } from './compare-dialog.tsx'
import { TemplatePage } from './template-page.tsx'
import { TemplateStates } from './template-states.tsx'
import { contentIn, type TemplateValues } from './template-values.ts'
import { templateReads, useSchoolTemplateEdit, type TemplateEdit } from './use-template-edit.ts'

const f = fieldsOf<TemplateValues>()

/** Renders the screen of a school’s email template: its own text, or the global text. */
const SchoolTemplateScreen = () => {
  const params = Route.useParams()
  const [id, school] = [Number(params.email), Number(params.school)]
  const loaded = useAsk(getSchoolEmailTemplate, { params: { id } }, afresh)
  const breadcrumb = useBreadcrumb(school)
  return (
    <TemplateStates
      id={id}
      loaded={loaded}
      breadcrumb={breadcrumb}
      allTo={`/schools/${school}/settings/school-email-templates`}
    >
      {(template) =>
        template.school_id === school ? (
          <Readable key={id} renderInstead={(state) => state}>
            <Loaded template={template} breadcrumb={breadcrumb} />
          </Readable>
        ) : (
          <>
            <PageHeader title="Email template" breadcrumb={breadcrumb} />
            <NotFoundState />
          </>
        )
      }
    </TemplateStates>
  )
}

const useBreadcrumb = (school: number) => {
  const { data } = useAsk(getSchool, { params: { id: school } })
  return [
    {
      key: 'all',
      link: (
        <Link to="/schools/$id/settings/school-email-templates" params={{ id: String(school) }}>
          <Truncate>{data ? `${data.name}, email templates` : 'Email templates'}</Truncate>
        </Link>
      ),
    },
  ]
}

interface LoadedProps {
  template: SchoolTemplate
  breadcrumb: ReturnType<typeof useBreadcrumb>
}

const Loaded = ({ template, breadcrumb }: LoadedProps) => {
  const edit = useSchoolTemplateEdit(template)
  return (
    <TemplatePage
      {...{ template, edit, breadcrumb }}
      schoolId={template.school_id}
      needed={template.languages}
      before={<Origin {...{ template, edit }} />}
    >
      {canBeTurnedOff(template.kind) ? (
        <f.Checkbox
          name="is_enabled"
          label="Send this email"
          hint="If it’s off, students at this school don’t get it."
        />
      ) : (
        <p className="text-ink-2">
          This email is always sent, because a student asked for it. The subject never shows the code.
        </p>
      )}
    </TemplatePage>
  )
}

interface OriginProps {
  template: SchoolTemplate
  edit: TemplateEdit
}

/** Renders whether a template is the school’s own text or the global text, and the ways to compare and to go back. */
const Origin = ({ template, edit }: OriginProps) => {
  const [isComparing, setComparing] = useState(false)
  const { getValues } = useFormContext<TemplateValues>()
  const { applyGlobal, isSending } = useReset(template, edit)
  const { is_overridden: isOwn } = template
  return (
    <>
      <Banner>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div className="min-w-56 flex-1">
            <p className="font-medium">
              {isOwn ? 'This school has its own text' : 'This school uses the global text'}
            </p>
            {isOwn
              ? 'Changes to the global text don’t apply here.'
              : 'If you change the text, the school gets its own.'}
          </div>
          <div data-focus-group className="flex flex-wrap gap-2">
            {(isOwn || edit.isDirty) && (
              <Button size="sm" onClick={() => setComparing(true)}>
                Compare with the global text
              </Button>
            )}
            {isOwn && (
              <Button size="sm" busy={isSending} onClick={() => void applyGlobal()}>
                Use the global text…
              </Button>
            )}
          </div>
        </div>
      </Banner>
      {isComparing && (
        <CompareDialog
          kind={template.kind}
          own={contentIn(getValues())}
          onClose={() => setComparing(false)}
        />
      )}
    </>
  )
}

/** Goes back to the global text after a confirmation; Undo restores the school’s text. */
const useReset = (template: SchoolTemplate, edit: TemplateEdit) => {
  const client = useQueryClient()
  const confirm = useConfirm()
  const offerUndo = useUndo(templateReads, 'template')
  const { send, isSending } = useSend(resetSchoolEmailTemplate, { refreshes: templateReads })
  const params = { id: template.id }
  const applyGlobal = async (): Promise<void> => {
    const isSure = await confirm({
      title: 'Use the global text?',
      message:
        'The school’s own text is removed in all languages. The global text applies to emails queued from now on.',
      acceptLabel: 'Use the global text',
    })
    if (!isSure) return
    const { reply, changeId } = await send({ params })
    edit.form.draft.discard()
    client.setQueryData(keyOf(getSchoolEmailTemplate, { params }), reply)
    offerUndo({ changeId, title: `${reply.name} uses the global text` })
  }
  return { applyGlobal, isSending }
}

export const Route = createFileRoute('/_signed-in/_admin/schools/$school/email-templates/$email')({
  component: SchoolTemplateScreen,
})
