import { createFileRoute } from '@tanstack/react-router'
import type { ContentOf } from '#contract/periods/document.ts'
import { getResourcesAndLinks, replaceResourcesAndLinks } from '#contract/website/endpoints.ts'
import { resourcesAndLinks } from '#contract/website/resources-and-links.ts'
import { DocumentStates, showsDocuments, type SetUpPlace } from '#client/common/set-up/document-page.tsx'
import { useDocumentEdit, type Versioned } from '#client/common/set-up/use-document-edit.ts'
import { formatCount } from '#client/lib/format.ts'
import { newKey } from '#client/lib/new-key.ts'
import { afresh, useAsk, useSend } from '#client/lib/query.ts'
import { ResourcesSite } from '#client/site/resources.tsx'
import { FormSection } from '#client/ui/form/form.tsx'
import { siteFieldsOf } from './site-text-field.tsx'
import { WebsitePage } from './website-page.tsx'
import { WebsiteTabs } from './website-tabs.tsx'

const f = siteFieldsOf<ContentOf<typeof resourcesAndLinks>>()

const ResourcesScreen = () => {
  const { school, period } = Route.useParams()
  const place = { school: Number(school), period: Number(period) }
  const read = useAsk(getResourcesAndLinks, { params: { id: place.period } }, afresh)
  return (
    <DocumentStates
      place={place}
      title={resourcesAndLinks.label}
      tabs={<WebsiteTabs place={place} />}
      read={read}
    >
      {(record) => <Resources place={place} record={record} />}
    </DocumentStates>
  )
}

type Shape = (typeof resourcesAndLinks)['content']['shape']

const Resources = ({ place, record }: { place: SetUpPlace; record: Versioned<Shape> }) => {
  const { send } = useSend(replaceResourcesAndLinks, { refreshes: showsDocuments, quiet: true })
  const edit = useDocumentEdit({
    document: resourcesAndLinks,
    periodId: place.period,
    schema: replaceResourcesAndLinks.body,
    record,
    labels: { intro: 'Introduction', groups: 'Groups of links' },
    save: async (body) => (await send({ params: { id: place.period }, body })).reply,
  })
  return (
    <WebsitePage
      place={place}
      document={resourcesAndLinks}
      edit={edit}
      current="resources"
      renderPage={(content) => <ResourcesSite content={content} />}
    >
      <FormSection title="Introduction" why="Stands above the links.">
        <f.SiteText name="intro" label="Introduction" hideLabel />
      </FormSection>
      <FormSection title="Links" why="In groups, each under its title.">
        <f.List
          name="groups"
          one="group"
          none="No group of links yet."
          fold={({ title, links }) => ({ title, detail: formatCount(links.length, 'link') })}
          empty={() => ({ key: newKey(), title: '', links: [] })}
        >
          {(index) => <Group index={index} />}
        </f.List>
      </FormSection>
    </WebsitePage>
  )
}

const Group = ({ index }: { index: number }) => {
  const links = `groups.${index}.links` as const
  return (
    <>
      <f.Text name={`groups.${index}.title`} label="Title" required />
      <f.List
        name={links}
        one="link"
        none="No link yet."
        fold={({ label, url }) => ({ title: label, detail: url })}
        empty={() => ({ key: newKey(), label: '', url: '', description: null })}
      >
        {(at) => (
          <>
            <f.Text name={`${links}.${at}.label`} label="Label" required width="half" />
            <f.Text
              name={`${links}.${at}.url`}
              label="Address"
              placeholder="https://"
              required
              width="half"
            />
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
