import { createFileRoute } from '@tanstack/react-router'
import { getFaqs, replaceFaqs } from '#contract/website/endpoints.ts'
import { faqs } from '#contract/website/faqs.ts'
import type { ContentOf } from '#contract/periods/document.ts'
import { DocumentStates, showsDocuments, type SetUpPlace } from '#client/common/set-up/document-page.tsx'
import { useDocumentEdit, type Versioned } from '#client/common/set-up/use-document-edit.ts'
import { newKey } from '#client/lib/new-key.ts'
import { afresh, useAsk, useSend } from '#client/lib/query.ts'
import { FaqsSite } from '#client/site/faqs.tsx'
import { FormSection } from '#client/ui/form/form.tsx'
import { siteFieldsOf } from './site-text-field.tsx'
import { WebsitePage } from './website-page.tsx'
import { WebsiteTabs } from './website-tabs.tsx'

const f = siteFieldsOf<ContentOf<typeof faqs>>()

const FaqsScreen = () => {
  const { school, period } = Route.useParams()
  const place = { school: Number(school), period: Number(period) }
  const read = useAsk(getFaqs, { params: { id: place.period } }, afresh)
  return (
    <DocumentStates place={place} title={faqs.label} tabs={<WebsiteTabs place={place} />} read={read}>
      {(record) => <Faqs place={place} record={record} />}
    </DocumentStates>
  )
}

interface FaqsProps {
  place: SetUpPlace
  record: Versioned<(typeof faqs)['content']['shape']>
}

const Faqs = ({ place, record }: FaqsProps) => {
  const { send } = useSend(replaceFaqs, { refreshes: showsDocuments, quiet: true })
  const edit = useDocumentEdit({
    document: faqs,
    periodId: place.period,
    schema: replaceFaqs.body,
    record,
    labels: { intro: 'Introduction', items: 'Questions' },
    save: async (body) => (await send({ params: { id: place.period }, body })).reply,
  })
  return (
    <WebsitePage
      place={place}
      document={faqs}
      edit={edit}
      current="faqs"
      renderPage={(content) => <FaqsSite content={content} />}
    >
      <FormSection title="Introduction" why="Stands above the questions.">
        <f.SiteText name="intro" label="Introduction" hideLabel />
      </FormSection>
      <FormSection title="Questions" why="In the order in which students read them.">
        <f.List
          name="items"
          one="question"
          none="No question yet."
          fold={({ question }) => ({ title: question })}
          empty={() => ({ key: newKey(), question: '', answer: '' })}
        >
          {(index) => <Question index={index} />}
        </f.List>
      </FormSection>
    </WebsitePage>
  )
}

const Question = ({ index }: { index: number }) => (
  <>
    <f.Text name={`items.${index}.question`} label="Question" required />
    <f.SiteText name={`items.${index}.answer`} label="Answer" />
  </>
)

export const Route = createFileRoute('/_signed-in/_admin/schools/$school/period/$period/website/faqs')({
  component: FaqsScreen,
})
