import { isIP } from 'node:net'
import type { Settings } from './env.ts'
import { isLoopbackHost } from './own-address.ts'

type Hosts = Pick<Settings, 'publicUrl' | 'adminOrigins' | 'hostMap'>

/** Returns whether a host name in lower case is one that staff use by the settings, or no name but an address. */
export const isStaffHost = ({ publicUrl, adminOrigins, hostMap }: Hosts, host: string): boolean =>
  isLoopbackHost(host) ||
  isIP(host.replaceAll(/[[\]]/g, '')) !== 0 ||
  [publicUrl, ...adminOrigins].some((origin) => new URL(origin).hostname === host) ||
  hostMap
    .split(/[,=]/)
    .some((mapped) => URL.canParse(`http://${mapped}`) && new URL(`http://${mapped}`).hostname === host)
