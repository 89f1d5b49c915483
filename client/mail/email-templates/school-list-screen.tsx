import { createFileRoute, Link } from '@tanstack/react-router'
import { CircleCheck, CircleSlash } from 'lucide-react'
import { listSchoolEmailTemplates } from '#contract/mail/email-templates/endpoints.ts'
import { templateKinds } from '#contract/setup/schools/email-kinds.ts'
import type { SchoolTemplate } from '#contract/mail/email-templates/shapes.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { SchoolSettings } from '#client/setup/schools/school-settings.tsx'
import { formatNumber } from '#client/platform/lib/format.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { LinkButton } from '#client/platform/ui/controls/link-button.tsx'
import { Pill } from '#client/platform/ui/text/badge.tsx'
import { LanguagesCell, savedText, TemplateList } from './template-list.tsx'
import { missingLanguages } from './template-text.ts'

/** Renders a school’s email templates: whether each is sent, and whether it’s the school’s own text. */
const SchoolListScreen = () => {
  const schoolId = Number(Route.useParams().id)
  const templates = useAsk(listSchoolEmailTemplates, { query: { school_id: schoolId } })
  return (
    <SchoolSettings
      schoolId={schoolId}
      title="Email templates"
      {...(templates.data ? { count: formatNumber(templates.data.length) } : {})}
    >
      <Loaded
        of={templates}
        what="The email templates"
        who="Only Shipmate Admins have access to email templates."
        actions={<LinkButton to="/">All schools</LinkButton>}
        rows={12}
        label="Loading email templates"
      >
        {(data) => <List schoolId={schoolId} templates={data} />}
      </Loaded>
    </SchoolSettings>
  )
}

interface ListProps {
  schoolId: number
  templates: readonly SchoolTemplate[]
}

const List = ({ schoolId, templates }: ListProps) => (
  <TemplateList
    templates={templates}
    columns={[
      { name: 'Sending', render: ({ is_enabled: isOn }) => <SendingPill isOn={isOn} /> },
      {
        name: 'Text',
        render: ({ is_overridden: isOwn }) =>
          isOwn ? (
            <span className="font-medium">School’s own</span>
          ) : (
            <span className="text-ink-2">Global</span>
          ),
      },
      {
        name: 'Languages',
        render: (template) => (
          <LanguagesCell template={template} missing={missingLanguages(template, template.languages)} />
        ),
      },
      {
        name: 'Last saved',
        render: (template) => (template.is_overridden ? savedText(template) : null),
      },
    ]}
    renderLink={({ id, name }, className) => (
      <Link
        to="/schools/$school/email-templates/$email"
        params={{ school: String(schoolId), email: String(id) }}
        className={className}
      >
        {name}
      </Link>
    )}
    when={({ kind }) => templateKinds[kind].when}
  />
)

const SendingPill = ({ isOn }: { isOn: boolean }) =>
  isOn ? (
    <Pill quiet tone="success" icon={CircleCheck}>
      On
    </Pill>
  ) : (
    <Pill tone="neutral" icon={CircleSlash}>
      Off
    </Pill>
  )

export const Route = createFileRoute('/_signed-in/_admin/schools/$id/settings/school-email-templates')({
  component: SchoolListScreen,
})
