import { createFileRoute, Link } from '@tanstack/react-router'
import { listGlobalEmailTemplates } from '#contract/mail/email-templates/endpoints.ts'
import { isForSchools, templateKinds } from '#contract/setup/schools/email-kinds.ts'
import type { GlobalTemplate } from '#contract/mail/email-templates/shapes.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { formatNumber } from '#client/platform/lib/format.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { LanguagesCell, savedText, schoolsText, TemplateList } from './template-list.tsx'
import { languagesInUse, missingLanguages } from './template-text.ts'

/** Renders the global email templates: when each is sent, what’s missing, and which schools have their own text. */
const GlobalListScreen = () => {
  const templates = useAsk(listGlobalEmailTemplates, {})
  return (
    <>
      <PageHeader
        title="Email templates"
        {...(templates.data ? { count: formatNumber(templates.data.length) } : {})}
      />
      <Loaded
        of={templates}
        what="The email templates"
        who="Only Shipmate Admins have access to email templates."
        rows={12}
        label="Loading email templates"
      >
        {(data) => <List templates={data} />}
      </Loaded>
    </>
  )
}

const List = ({ templates }: { templates: readonly GlobalTemplate[] }) => {
  const needed = languagesInUse(templates)
  return (
    <TemplateList
      templates={templates}
      columns={[
        {
          name: 'Languages',
          render: (template) => (
            <LanguagesCell template={template} missing={missingLanguages(template, needed)} />
          ),
        },
        { name: 'Last saved', render: savedText },
        {
          name: 'Schools with their own text',
          render: ({ kind, overridden_by: schools }) =>
            isForSchools(kind) ? (
              schoolsText(schools.map(({ name }) => name))
            ) : (
              <span className="text-ink-3">Same for all schools</span>
            ),
        },
      ]}
      renderLink={({ id, name }, className) => (
        <Link
          to="/settings/global-email-templates/$email"
          params={{ email: String(id) }}
          className={className}
        >
          {name}
        </Link>
      )}
      when={({ kind }) => templateKinds[kind].when}
    />
  )
}

export const Route = createFileRoute('/_signed-in/_admin/settings/global-email-templates')({
  component: GlobalListScreen,
})
