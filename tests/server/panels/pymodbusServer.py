"""A Modbus TCP panel made of pymodbus: `input N 0|1` on the standard input sets one, coils are printed as they change."""

import asyncio
import sys

from pymodbus.datastore import ModbusSequentialDataBlock, ModbusServerContext, ModbusSlaveContext
from pymodbus.server.async_io import ModbusTcpServer


class Coils(ModbusSequentialDataBlock):
    def setValues(self, address, values):
        super().setValues(address, values)
        print("coil", address, int(values[0]), flush=True)


async def main():
    inputs = ModbusSequentialDataBlock(0, [0] * 64)
    unit = ModbusSlaveContext(di=inputs, co=Coils(0, [0] * 64), zero_mode=True)
    context = ModbusServerContext(slaves={7: unit}, single=False)
    server = ModbusTcpServer(context, address=("127.0.0.1", int(sys.argv[1])))
    serving = asyncio.ensure_future(server.serve_forever())
    await server.serving
    print("ready", flush=True)
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    while line := await lines.readline():
        _, number, value = line.split()
        inputs.setValues(int(number) - 1, [int(value)])
        print("input", int(number), int(value), flush=True)
    serving.cancel()


asyncio.run(main())
