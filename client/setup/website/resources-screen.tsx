import { createFileRoute } from '@tanstack/react-router'
import { resourcesAndLinks } from '#contract/setup/period-documents/resources-and-links.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { newKey } from '#client/platform/lib/new-key.ts'
import { ResourcesSite } from '#client/setup/site/resources.tsx'
import { FormSection } from '#client/platform/ui/form/form.tsx'
import { siteFieldsOf } from './site-text-field.tsx'
import { WebsiteScreen } from './website-screen.tsx'

const f = siteFieldsOf<typeof resourcesAndLinks>()

const ResourcesScreen = () => (
  <WebsiteScreen
    document={resourcesAndLinks}
    current="resources"
    renderPage={(content) => <ResourcesSite content={content} />}
  >
    <FormSection title="Introduction" why="Appears above the links.">
      <f.SiteText name="intro" hideLabel />
    </FormSection>
    <FormSection title="Links" why="Group links under titles.">
      <f.List
        name="groups"
        one="group"
        none="No link groups yet."
        fold={({ title, links }) => ({ title, detail: formatCount(links.length, 'link') })}
        empty={() => ({ key: newKey(), title: '', links: [] })}
      >
        {(index) => <Group index={index} />}
      </f.List>
    </FormSection>
  </WebsiteScreen>
)

const Group = ({ index }: { index: number }) => {
  const links = `groups.${index}.links` as const
  return (
    <>
      <f.Text name={`groups.${index}.title`} label="Title" required />
      <f.List
        name={links}
        one="link"
        none="No links yet."
        fold={({ label, url }) => ({ title: label, detail: url })}
        empty={() => ({ key: newKey(), label: '', url: '', description: null })}
      >
        {(at) => (
          <>
            <f.Text name={`${links}.${at}.label`} label="Label" required width="half" />
            <f.Text name={`${links}.${at}.url`} label="URL" placeholder="https://" required width="half" />
            <f.Text name={`${links}.${at}.description`} label="Description" />
          </>
        )}
      </f.List>
    </>
  )
}

export const Route = createFileRoute(
  '/_signed-in/_admin/schools/$school/period/$period/website/resources-and-links',
)({ component: ResourcesScreen })
