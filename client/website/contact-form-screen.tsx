import { createFileRoute } from '@tanstack/react-router'
import { contactForm } from '#contract/website/contact-form.ts'
import { newKey } from '#client/lib/new-key.ts'
import { ContactSite } from '#client/site/contact.tsx'
import { FormSection } from '#client/ui/form/form.tsx'
import { siteFieldsOf } from './site-text-field.tsx'
import { WebsiteScreen } from './website-screen.tsx'

const f = siteFieldsOf<typeof contactForm>()

const ContactFormScreen = () => (
  <WebsiteScreen
    document={contactForm}
    current="contact"
    renderPage={(content) => <ContactSite content={content} isPreview />}
  >
    <FormSection title="Page" why="What students read, and other ways to reach the office.">
      <f.SiteText name="intro" />
      <f.Phone name="phone" width="third" />
      <f.Text name="hours" width="two-thirds" />
    </FormSection>
    <Sending />
  </WebsiteScreen>
)

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
