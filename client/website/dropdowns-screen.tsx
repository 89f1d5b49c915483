import { createFileRoute, notFound } from '@tanstack/react-router'
import { listOptionUses } from '#contract/website/endpoints.ts'
import { DocumentStates, showsDocuments, type SetUpPlace } from '#client/common/set-up/document-page.tsx'
import { afresh, useAsk, useSend } from '#client/lib/query.ts'
import { DropdownsEditor } from './dropdowns-editor.tsx'
import { isSiteForm, siteForms, type SiteForm } from './site-forms.ts'
import { FormTabs } from './website-tabs.tsx'

const DropdownsScreen = () => {
  const { school, period, form } = Route.useParams()
  const place = { school: Number(school), period: Number(period) }
  // the route lets nothing else pass
  return isSiteForm(form) ? <DropdownsOf key={`${form} ${period}`} form={form} place={place} /> : null
}

const DropdownsOf = ({ form, place }: { form: SiteForm; place: SetUpPlace }) => {
  const { document, get, replace } = siteForms[form].dropdowns
  const params = { id: place.period }
  const read = useAsk(get, { params }, afresh)
  const { send } = useSend(replace, { refreshes: [listOptionUses, ...showsDocuments], quiet: true })
  return (
    <DocumentStates
      place={place}
      title={document.label}
      tabs={<FormTabs place={place} form={form} />}
      read={read}
    >
      {(record) => (
        <DropdownsEditor
          place={place}
          form={form}
          document={document}
          schema={replace.body}
          record={record}
          save={async (body) => (await send({ params, body })).reply}
          onRenamed={() => void read.refetch()}
        />
      )}
    </DocumentStates>
  )
}

export const Route = createFileRoute(
  '/_signed-in/_admin/schools/$school/period/$period/website/$form/dropdowns-and-notices',
)({
  // by its name alone: the forms themselves come with the screen
  beforeLoad: ({ params }) => {
    if (!/^(enroll|waiver)-form$/.test(params.form)) throw notFound()
  },
  component: DropdownsScreen,
})
