import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPackages } from '../../support/debian.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/freePort.ts';

/** Python of Debian, which has its packages. */
const PYTHON = '/usr/bin/python3';
const IMPORTS = `
import gi, sys
gi.require_version('Gst', '1.0')
gi.require_version('GstRtsp', '1.0')
gi.require_version('GstRtspServer', '1.0')
from gi.repository import GLib, Gst, GstRtsp, GstRtspServer
`;

/** RTSP server of GStreamer with a back channel, which writes the sound that it is sent as 16-bit samples. */
const PROGRAM = `${IMPORTS}
port, path, name, rate, payload = sys.argv[1:6]
Gst.init(None)
server = GstRtspServer.RTSPOnvifServer()
server.set_address('127.0.0.1')
server.set_service(port)
factory = GstRtspServer.RTSPOnvifMediaFactory()
factory.set_launch('( audiotestsrc is-live=true ! audio/x-raw,rate=8000,channels=1 ! alawenc ! rtppcmapay name=pay0 pt=8 )')
depay, decoder = ('rtppcmudepay', 'mulawdec') if name == 'PCMU' else ('rtppcmadepay', 'alawdec')
factory.set_backchannel_launch('( capsfilter caps="application/x-rtp, media=audio, payload=%s, clock-rate=%s, encoding-name=%s" name=depay_backchannel ! %s ! %s ! filesink location=%s async=false buffer-mode=2 )' % (payload, rate, name, depay, decoder, path))
factory.set_media_gtype(GstRtspServer.RTSPOnvifMedia)
role = GstRtspServer.RTSPToken()
role.set_string('media.factory.role', 'user')
auth = GstRtspServer.RTSPAuth()
auth.set_supported_methods(GstRtsp.RTSPAuthMethod.DIGEST)
auth.add_digest('admin', 'pass', role)
server.set_auth(auth)
permissions = GstRtspServer.RTSPPermissions()
permissions.add_role('user')
permissions.add_permission_for_role('user', 'media.factory.access', True)
permissions.add_permission_for_role('user', 'media.factory.construct', True)
factory.set_permissions(permissions)
server.get_mount_points().add_factory('/hall', factory)
server.attach(None)
GLib.MainLoop().run()
`;

const packages = [
  'python3-gi',
  'gir1.2-gst-rtsp-server-1.0',
  'gstreamer1.0-plugins-base',
  'gstreamer1.0-plugins-good',
];

/** Makes sure that GStreamer's RTSP server is there; null, or the reason why not. */
export function onvifMissing(): string | null {
  const isThere = () => spawnSync(PYTHON, ['-c', IMPORTS]).status === 0;
  return isThere() ? null : installPackages(...packages);
}

/** Starts a camera with a back channel in this coding. */
export async function startOnvifDevice(coding: { name: 'PCMU' | 'PCMA'; rate: number; payloadType: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'onvif-'));
  const file = join(folder, 'sound.raw');
  const port = await freePort();
  const { name, rate, payloadType } = coding;
  const child = spawn(
    PYTHON,
    ['-c', PROGRAM, ...[String(port), file, name, String(rate), String(payloadType)]],
    {
      stdio: 'ignore',
    },
  );
  const exited = new Promise((resolve) => child.once('exit', resolve));
  await eventually(
    () =>
      new Promise<void>((resolve, reject) => {
        const socket = createConnection(port, '127.0.0.1', () => {
          socket.destroy();
          resolve();
        });
        socket.once('error', reject);
      }),
  );
  return {
    url: `rtsp://127.0.0.1:${port}/hall`,
    /** Loudest of the last second of samples, 0 to 1; 0: nothing has arrived. */
    peak(): number {
      try {
        const bytes = readFileSync(file).subarray(-2 * rate);
        let peak = 0;
        for (let i = 0; i + 1 < bytes.length; i += 2) peak = Math.max(peak, Math.abs(bytes.readInt16LE(i)));
        return peak / 32_768;
      } catch {
        return 0;
      }
    },
    async stop() {
      child.kill('SIGKILL');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
