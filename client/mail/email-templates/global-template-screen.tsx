import { createFileRoute, Link } from '@tanstack/react-router'
import { getGlobalEmailTemplate, listGlobalEmailTemplates } from '#contract/mail/email-templates/endpoints.ts'
import type { GlobalTemplate } from '#contract/mail/email-templates/shapes.ts'
import { Readable } from '#client/platform/edit/unreadable.tsx'
import { formatList } from '#client/platform/lib/format.ts'
import { afresh, useAsk } from '#client/platform/lib/query.ts'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { languagesInUse } from './template-text.ts'
import { TemplatePage } from './template-page.tsx'
import { TemplateStates } from './template-states.tsx'
import { useGlobalTemplateEdit } from './use-template-edit.ts'

const breadcrumb = [{ key: 'all', link: <Link to="/settings/global-email-templates">Email templates</Link> }]

const GlobalTemplateScreen = () => {
  const id = Number(Route.useParams().email)
  const loaded = useAsk(getGlobalEmailTemplate, { params: { id } }, afresh)
  return (
    <TemplateStates id={id} loaded={loaded} breadcrumb={breadcrumb} allTo="/settings/global-email-templates">
      {(template) => (
        <Readable key={id} renderInstead={(state) => state}>
          <Loaded template={template} />
        </Readable>
      )}
    </TemplateStates>
  )
}

const Loaded = ({ template }: { template: GlobalTemplate }) => {
  const edit = useGlobalTemplateEdit(template)
  const { data: all } = useAsk(listGlobalEmailTemplates, {})
  const schools = template.overridden_by.map(({ name }) => name)
  return (
    <TemplatePage
      {...{ template, edit, breadcrumb }}
      schoolId={null}
      needed={languagesInUse(all ?? [template])}
      before={
        schools.length > 0 && (
          <Banner
            title={`${formatList(schools)} ${schools.length === 1 ? 'has its' : 'have their'} own text`}
          >
            Changes here don’t apply there.
          </Banner>
        )
      }
    />
  )
}

export const Route = createFileRoute('/_signed-in/_admin/settings/global-email-templates/$email')({
  component: GlobalTemplateScreen,
})
