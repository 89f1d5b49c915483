import { createFileRoute, notFound } from '@tanstack/react-router'
import { DocumentStates, showsDocuments, type SetUpPlace } from '#client/common/set-up/document-page.tsx'
import { afresh, useAsk, useSend } from '#client/lib/query.ts'
import { FormEditor } from './form-editor.tsx'
import { IntroSheet } from './intro-sheet.tsx'
import { isSiteForm, siteForms, type SiteForm } from './site-forms.ts'
import { FormTabs } from './website-tabs.tsx'

const FormScreen = () => {
  const { school, period, form } = Route.useParams()
  const place = { school: Number(school), period: Number(period) }
  // the route lets nothing else pass
  return isSiteForm(form) ? <FormOf key={`${form} ${period}`} name={form} place={place} /> : null
}

interface FormProps {
  name: SiteForm
  place: SetUpPlace
}

const FormOf = ({ name, place }: FormProps) => {
  const { kind, form, intro, dropdowns } = siteForms[name]
  const params = { id: place.period }
  const read = useAsk(form.get, { params }, afresh)
  const readIntro = useAsk(intro.get, { params }, afresh)
  const readDropdowns = useAsk(dropdowns.get, { params })
  const saveForm = useSend(form.replace, { refreshes: showsDocuments, quiet: true })
  const saveIntro = useSend(intro.replace, { refreshes: [intro.get, ...showsDocuments], quiet: true })
  return (
    <DocumentStates
      place={place}
      title={form.document.label}
      tabs={<FormTabs place={place} form={name} />}
      read={read}
    >
      {(record) => (
        <FormEditor
          place={place}
          kind={kind}
          document={form.document}
          schema={form.replace.body}
          record={record}
          save={async (body) => (await saveForm.send({ params, body })).reply}
          intro={readIntro.data ?? intro.document.empty}
          dropdowns={readDropdowns.data}
          actions={
            <IntroSheet
              periodId={place.period}
              document={intro.document}
              schema={intro.replace.body}
              read={readIntro}
              save={async (body) => (await saveIntro.send({ params, body })).reply}
            />
          }
        />
      )}
    </DocumentStates>
  )
}

export const Route = createFileRoute('/_signed-in/_admin/schools/$school/period/$period/website/$form')({
  // by its name alone: the forms themselves come with the screen
  beforeLoad: ({ params }) => {
    if (!/^(enroll|waiver)-form$/.test(params.form)) throw notFound()
  },
  component: FormScreen,
})
