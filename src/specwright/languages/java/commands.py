"""Commands of Java packages: the program that starts one, its declaration and a test of it."""

from __future__ import annotations

from typing import Final

from specwright.core.program.package import Item, Package
from specwright.languages.common.names import pascal
from specwright.languages.common.packaging.commands import program_name
from specwright.ports.language import CommandForm

_JAVA_MAIN: Final = """\
package {clause};

/** Starts the command {command}. */
public final class {main} {{
  private {main}() {{}}

  /**
   * Runs the command and exits with its status.
   *
   * @param args the arguments of the process
   */
  public static void main(String[] args) {{
    System.exit({owner}.run(args, System.in, System.out, System.err));
  }}
}}
"""
_JAVA_TEST: Final = """\
package {clause};

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CommandTest {{
  private final ByteArrayOutputStream output = new ByteArrayOutputStream();
  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

  /** Runs the command with streams of its own. */
  private int run(String input, String... args) {{
    return {owner}.run(
        args,
        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
        new PrintStream(output, true, StandardCharsets.UTF_8),
        new PrintStream(errors, true, StandardCharsets.UTF_8));
  }}

  @Test
  void theCommandSaysWhatItDoes() {{
    assertEquals(0, run("", "--help"));
    assertTrue(output.toString(StandardCharsets.UTF_8).contains("usage"));
  }}
}}
"""


def java_main(package: Package, item: Item, clause: str) -> dict[str, str]:
    owner, main = pascal(package.name), java_class(package)
    text = _JAVA_MAIN.format(clause=clause, command=program_name(item), main=main, owner=owner)
    return {f"src/main/java/{clause}/{main}.java": text}


def java_class(package: Package) -> str:
    return f"{pascal(package.name)}Command"


def java_form(package: str, clause: str) -> CommandForm:
    return CommandForm(
        declaration="public static int run(String[] args, java.io.InputStream input, java.io.PrintStream output, "
        "java.io.PrintStream errors)",
        about="It takes the arguments and the streams of the process, and returns the exit status.",
        start=f"mvn package\njava -jar target/{package.replace('_', '-')}-0.1.0.jar ARGUMENTS",
        sample=_JAVA_TEST.format(clause=clause, owner=pascal(package)),
    )
