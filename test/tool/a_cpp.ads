pragma Ada_2012;

pragma Style_Checks (Off);
pragma Warnings (Off, "-gnatwu");

with Interfaces.C; use Interfaces.C;

package a_cpp is

   x : aliased int  -- /tmp/gf/a.cpp:1
   with Import => True, 
        Convention => C, 
        External_Name => "x";

end a_cpp;

pragma Style_Checks (On);
pragma Warnings (On, "-gnatwu");
