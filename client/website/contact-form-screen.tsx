import { createFileRoute } from '@tanstack/react-router'
import type { ContentOf } from '#contract/periods/document.ts'
import { contactForm } from '#contract/website/contact-form.ts'
import { getContactForm, replaceContactForm } from '#contract/website/endpoints.ts'
import { DocumentStates, showsDocuments, type SetUpPlace } from '#client/common/set-up/document-page.tsx'
import { useDocumentEdit, type Versioned } from '#client/common/set-up/use-document-edit.ts'
import { newKey } from '#client/lib/new-key.ts'
import { afresh, useAsk, useSend } from '#client/lib/query.ts'
import { ContactSite } from '#client/site/contact.tsx'
import { FormSection } from '#client/ui/form/form.tsx'
import { siteFieldsOf } from './site-text-field.tsx'
import { WebsitePage } from './website-page.tsx'
import { WebsiteTabs } from './website-tabs.tsx'

const f = siteFieldsOf<ContentOf<typeof contactForm>>()

const ContactFormScreen = () => {
  const { school, period } = Route.useParams()
  const place = { school: Number(school), period: Number(period) }
  const read = useAsk(getContactForm, { params: { id: place.period } }, afresh)
  return (
    <DocumentStates place={place} title={contactForm.label} tabs={<WebsiteTabs place={place} />} read={read}>
      {(record) => <Contact place={place} record={record} />}
    </DocumentStates>
  )
}

type Shape = (typeof contactForm)['content']['shape']

const labels = {
  is_on: 'Contact form is shown',
  intro: 'Introduction',
  recipients: 'Recipients',
  phone: 'Phone',
  hours: 'Hours',
  topics: 'Topics',
} as const

const Contact = ({ place, record }: { place: SetUpPlace; record: Versioned<Shape> }) => {
  const { send } = useSend(replaceContactForm, { refreshes: showsDocuments, quiet: true })
  const edit = useDocumentEdit({
    document: contactForm,
    periodId: place.period,
    schema: replaceContactForm.body,
    record,
    labels,
    save: async (body) => (await send({ params: { id: place.period }, body })).reply,
  })
  return (
    <WebsitePage
      place={place}
      document={contactForm}
      edit={edit}
      current="contact"
      renderPage={(content) => <ContactSite content={content} isPreview />}
    >
      <FormSection title="Page" why="What students read, and other ways to reach the office.">
        <f.SiteText name="intro" label="Introduction" />
        <f.Phone name="phone" label="Phone" width="third" />
        <f.Text name="hours" label="Hours" width="two-thirds" />
      </FormSection>
      <Sending />
    </WebsitePage>
  )
}

const Sending = () => (
  <>
    <FormSection title="Form" why="Students choose a topic and write; recipients are never shown to them.">
      <f.Checkbox name="is_on" label="Students can write to the office here" />
      <f.List
        name="recipients"
        one="recipient"
        none="Nobody gets what students send yet."
        max={10}
        empty={() => ({ key: newKey(), email: '' })}
      >
        {(index) => <f.Text name={`recipients.${index}.email`} label="Email" type="email" required />}
      </f.List>
    </FormSection>
    <Topics />
  </>
)

const Topics = () => (
  <FormSection title="Topics" why="In the order in which they are offered.">
    <f.List
      name="topics"
      one="topic"
      none="No topic yet."
      max={30}
      empty={() => ({ key: newKey(), label: '' })}
    >
      {(index) => <f.Text name={`topics.${index}.label`} label="Topic" required />}
    </f.List>
  </FormSection>
)

export const Route = createFileRoute(
  '/_signed-in/_admin/schools/$school/period/$period/website/contact-form',
)({ component: ContactFormScreen })
