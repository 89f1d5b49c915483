import { createFileRoute } from '@tanstack/react-router'
import {
  getWaiverForm,
  getWaiverFormDropdowns,
  getWaiverFormIntro,
  replaceWaiverForm,
  replaceWaiverFormIntro,
} from '#contract/website/endpoints.ts'
import { waiverForm, waiverFormIntro } from '#contract/website/forms.ts'
import { DocumentStates, showsDocuments } from '#client/common/set-up/document-page.tsx'
import { afresh, useAsk, useSend } from '#client/lib/query.ts'
import { FormEditor } from './form-editor.tsx'
import { IntroSheet } from './intro-sheet.tsx'

const WaiverFormScreen = () => {
  const { school, period } = Route.useParams()
  const place = { school: Number(school), period: Number(period) }
  const params = { id: place.period }
  const read = useAsk(getWaiverForm, { params }, afresh)
  const intro = useAsk(getWaiverFormIntro, { params }, afresh)
  const dropdowns = useAsk(getWaiverFormDropdowns, { params })
  const saveForm = useSend(replaceWaiverForm, { refreshes: showsDocuments, quiet: true })
  const saveIntro = useSend(replaceWaiverFormIntro, {
    refreshes: [getWaiverFormIntro, ...showsDocuments],
    quiet: true,
  })
  return (
    <DocumentStates place={place} title={waiverForm.label} read={read}>
      {(record) => (
        <FormEditor
          place={place}
          kind="waive"
          document={waiverForm}
          schema={replaceWaiverForm.body}
          record={record}
          save={async (body) => (await saveForm.send({ params, body })).reply}
          intro={intro.data ?? waiverFormIntro.empty}
          dropdowns={dropdowns.data}
          actions={
            intro.data &&
            intro.isFetchedAfterMount && (
              <IntroSheet
                periodId={place.period}
                document={waiverFormIntro}
                schema={replaceWaiverFormIntro.body}
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

export const Route = createFileRoute('/_signed-in/_admin/schools/$school/period/$period/website/waiver-form')(
  { component: WaiverFormScreen },
)
