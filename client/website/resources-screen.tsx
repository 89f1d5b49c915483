import { createFileRoute } from '@tanstack/react-router'
import type { Content } from '#contract/periods/document.ts'
import { getResourcesAndLinks, replaceResourcesAndLinks } from '#contract/website/endpoints.ts'
import { resourcesAndLinks } from '#contract/website/resources-and-links.ts'
import { DocumentStates, showsDocuments, type SetUpPlace } from '#client/common/set-up/document-page.tsx'
import { useDocumentEdit, type Versioned } from '#client/common/set-up/use-document-edit.ts'
import { formatCount } from '#client/lib/format.ts'
import { newKey } from '#client/lib/new-key.ts'
import { afresh, useAsk, useSend } from '#client/lib/query.ts'
import { ResourcesSite } from '#client/site/resources.tsx'
import { FormSection } from '#client/ui/form/form.tsx'
import { ListField } from '#client/ui/form/list-field.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import type { RecordForm } from '#client/ui/form/use-record-form.ts'
import { SiteTextField } from './site-text-field.tsx'
import { WebsitePage } from './website-page.tsx'
import { WebsiteTabs } from './website-tabs.tsx'

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
  const { form } = edit
  return (
    <WebsitePage
      place={place}
      document={resourcesAndLinks}
      edit={edit}
      current="resources"
      renderPage={(content) => <ResourcesSite content={content} />}
    >
      <FormSection title="Introduction" why="Stands above the links.">
        <SiteTextField form={form} name="intro" label="Introduction" hideLabel />
      </FormSection>
      <FormSection title="Links" why="In groups, each under its title.">
        <ListField
          form={form}
          name="groups"
          one="group"
          none="No group of links yet."
          fold={({ title, links }) => ({ title, detail: formatCount(links.length, 'link') })}
          empty={() => ({ key: newKey(), title: '', links: [] })}
        >
          {(index) => <Group form={form} index={index} />}
        </ListField>
      </FormSection>
    </WebsitePage>
  )
}

const Group = ({ form, index }: { form: RecordForm<Content<Shape>>; index: number }) => {
  const links = `groups.${index}.links` as const
  return (
    <>
      <TextField form={form} name={`groups.${index}.title`} label="Title" required className="col-span-6" />
      <ListField
        form={form}
        name={links}
        one="link"
        none="No link yet."
        fold={({ label, url }) => ({ title: label, detail: url })}
        empty={() => ({ key: newKey(), label: '', url: '', description: null })}
      >
        {(at) => (
          <>
            <TextField
              form={form}
              name={`${links}.${at}.label`}
              label="Label"
              required
              className="col-span-6 sm:col-span-3"
            />
            <TextField
              form={form}
              name={`${links}.${at}.url`}
              label="Address"
              placeholder="https://"
              required
              className="col-span-6 sm:col-span-3"
            />
            <TextField
              form={form}
              name={`${links}.${at}.description`}
              label="Description"
              className="col-span-6"
            />
          </>
        )}
      </ListField>
    </>
  )
}

export const Route = createFileRoute(
  '/_signed-in/_admin/schools/$school/period/$period/website/resources-and-links',
)({ component: ResourcesScreen })
