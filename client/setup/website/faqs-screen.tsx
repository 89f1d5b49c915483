import { createFileRoute } from '@tanstack/react-router'
import { faqs } from '#contract/setup/period-documents/faqs.ts'
import { newKey } from '#client/platform/lib/new-key.ts'
import { FaqsSite } from '#client/setup/site/faqs.tsx'
import { FormSection } from '#client/platform/ui/form/form.tsx'
import { siteFieldsOf } from './site-text-field.tsx'
import { WebsiteScreen } from './website-screen.tsx'

const f = siteFieldsOf<typeof faqs>()

const FaqsScreen = () => (
  <WebsiteScreen document={faqs} current="faqs" renderPage={(content) => <FaqsSite content={content} />}>
    <FormSection title="Introduction" why="Appears above the questions.">
      <f.SiteText name="intro" hideLabel />
    </FormSection>
    <FormSection title="Questions" why="Drag to reorder. Students see this order.">
      <f.List
        name="items"
        one="question"
        none="No questions yet."
        fold={({ question }) => ({ title: question })}
        empty={() => ({ key: newKey(), question: '', answer: '' })}
      >
        {(index) => (
          <>
            <f.Text name={`items.${index}.question`} label="Question" required />
            <f.SiteText name={`items.${index}.answer`} label="Answer" />
          </>
        )}
      </f.List>
    </FormSection>
  </WebsiteScreen>
)

export const Route = createFileRoute('/_signed-in/_admin/schools/$school/period/$period/website/faqs')({
  component: FaqsScreen,
})
