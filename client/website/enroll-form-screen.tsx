import { createFileRoute } from '@tanstack/react-router'
import {
  getEnrollForm,
  getEnrollFormDropdowns,
  getEnrollFormIntro,
  replaceEnrollForm,
  replaceEnrollFormIntro,
} from '#contract/website/endpoints.ts'
import { enrollForm, enrollFormIntro } from '#contract/website/forms.ts'
import { DocumentStates, showsDocuments } from '#client/common/set-up/document-page.tsx'
import { afresh, useAsk, useSend } from '#client/lib/query.ts'
import { FormEditor } from './form-editor.tsx'
import { IntroSheet } from './intro-sheet.tsx'

const EnrollFormScreen = () => {
  const { school, period } = Route.useParams()
  const place = { school: Number(school), period: Number(period) }
  const params = { id: place.period }
  const read = useAsk(getEnrollForm, { params }, afresh)
  const intro = useAsk(getEnrollFormIntro, { params }, afresh)
  const dropdowns = useAsk(getEnrollFormDropdowns, { params })
  const saveForm = useSend(replaceEnrollForm, { refreshes: showsDocuments, quiet: true })
  const saveIntro = useSend(replaceEnrollFormIntro, {
    refreshes: [getEnrollFormIntro, ...showsDocuments],
    quiet: true,
  })
  return (
    <DocumentStates place={place} title={enrollForm.label} read={read}>
      {(record) => (
        <FormEditor
          place={place}
          kind="enroll"
          document={enrollForm}
          schema={replaceEnrollForm.body}
          record={record}
          save={async (body) => (await saveForm.send({ params, body })).reply}
          intro={intro.data ?? enrollFormIntro.empty}
          dropdowns={dropdowns.data}
          actions={
            intro.data &&
            intro.isFetchedAfterMount && (
              <IntroSheet
                periodId={place.period}
                document={enrollFormIntro}
                schema={replaceEnrollFormIntro.body}
                record={intro.data}
                save={async (body) => (await saveIntro.send({ params, body })).reply}
              />
            )
          }
        />
      )}
    </DocumentStates>
  )
}

export const Route = createFileRoute('/_signed-in/_admin/schools/$school/period/$period/website/enroll-form')(
  { component: EnrollFormScreen },
)
