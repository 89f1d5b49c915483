import { createFileRoute } from '@tanstack/react-router'
import { contactForm } from '#contract/setup/period-documents/contact-form.ts'
import { newKey } from '#client/platform/lib/new-key.ts'
import { ContactForm, ContactSite } from '#client/setup/site/contact.tsx'
import { FormSection } from '#client/platform/ui/form/form.tsx'
import { siteFieldsOf } from './site-text-field.tsx'
import { WebsiteScreen } from './website-screen.tsx'

const f = siteFieldsOf<typeof contactForm>()

const ContactFormScreen = () => (
  <WebsiteScreen
    document={contactForm}
    current="contact"
    renderPage={(content) => (
      <ContactSite content={content}>
        {content.is_on && <ContactForm topics={content.topics} action={null} />}
      </ContactSite>
    )}
  >
    <FormSection title="Page" why="The text students see on this page and other ways to reach the office.">
      <f.SiteText name="intro" />
      <f.Phone name="phone" width="third" />
      <f.Textarea name="hours" rows={2} />
    </FormSection>
    <Sending />
  </WebsiteScreen>
)

const Sending = () => (
  <>
    <FormSection
      title="Form"
      why="Students choose a topic and send a message. They never see the recipients."
    >
      <f.Checkbox name="is_on" label="Students can send messages" />
      <f.List
        name="recipients"
        one="recipient"
        none="No recipients yet. Messages aren’t delivered."
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
  <FormSection title="Topics" why="Drag to reorder. Students see this order.">
    <f.List
      name="topics"
      one="topic"
      none="No topics yet."
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
